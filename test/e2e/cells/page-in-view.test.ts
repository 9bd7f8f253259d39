/** What the user works with stays in view: the next editor, what was found, the place of reading, the page below a table. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { FIND_BAR_TEXTS } from '../../../components/notebook/find/find-bar-texts.ts';
import { FIND_TEXTS } from '../../../components/notebook/find/find-texts.ts';
import { post } from '../../helpers/app/app-client.ts';
import { openApp } from '../../helpers/app/shared-app.ts';
import { logIn, openPage, waitForOpening } from '../../helpers/page/browser.ts';
import { openCells } from '../../helpers/page/notebook-with-cells.ts';

const LINES = 'for i in range(40): print("line", i)';

/** Whether what has the focus is between the header and the dock. */
const isFocusInView = (page: Page) =>
  page.evaluate(() => {
    const dock = document.querySelector('[data-dock]')?.getBoundingClientRect().top ?? 0;
    const { top, bottom } = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
    return document.activeElement !== document.body && top > 0 && Math.min(bottom, top + 40) <= dock;
  });

test('after Shift-Enter, the page follows to the next editor, also when output pushes it down', async () => {
  const app = await openApp();
  const { id = '' } = await post(app, '/api/sessions');
  await post(app, `/api/sessions/${id}/cells`, { type: 'code', source: '' });
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  await page.locator('.cm-content:focus').waitFor();
  for (const count of [1, 2, 3]) {
    await page.keyboard.insertText(LINES);
    await page.keyboard.press('Shift+Enter');
    await expect.poll(() => page.getByText('line 39', { exact: false }).count()).toBe(count);
    await expect.poll(() => isFocusInView(page)).toBe(true);
    await page.locator('.cm-content:focus').waitFor();
  }
  // A user who has scrolled away is left where they are.
  await page.keyboard.insertText('import time; time.sleep(1)\nprint("late\\n" * 40)');
  await page.keyboard.press('Shift+Enter');
  await page.mouse.move(600, 300);
  await page.mouse.wheel(0, -20_000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.locator('pre', { hasText: 'late' }).last().waitFor({ state: 'attached' });
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('Enter writes in an empty cell before any cell was selected', async () => {
  const app = await openApp();
  const { id = '' } = await post(app, '/api/sessions');
  await post(app, `/api/sessions/${id}/cells`, { type: 'code', source: '' });
  // A touch screen, on which the cell does not open by itself, with a keyboard.
  const page = await openPage({ hasTouch: true, isMobile: true });
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  await page.locator('[data-cell-id]').waitFor();
  await waitForOpening(page);
  await page.keyboard.press('Enter');
  await page.locator('.cm-content:focus').waitFor();
});

test('the wheel scrolls the page past a table until the table is clicked, and a reload comes back to the place', async () => {
  const table = 'import pandas as pd\npd.DataFrame({"n": range(400)})';
  const { page } = await openCells(await openApp(), [table, LINES, LINES, LINES]);
  const grid = page.getByRole('grid');
  await waitForOpening(page);
  await grid.hover();
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(200);
  expect(await grid.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await grid.getByRole('gridcell').nth(4).click();
  await page.mouse.wheel(0, 150);
  await expect.poll(() => grid.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(100);

  await page.getByText('In [3]', { exact: true }).evaluate((element) => element.scrollIntoView());
  const readTop = () =>
    page.getByText('In [3]', { exact: true }).evaluate((element) => element.getBoundingClientRect().top);
  const before = await readTop();
  await page.reload();
  await waitForOpening(page);
  await expect.poll(async () => Math.abs((await readTop()) - before)).toBeLessThan(4);
});

test('what is found is never covered, and is found in outputs too, where nothing is replaced', async () => {
  const code = `${Array.from({ length: 60 }, (_, at) => `n${at} = ${at}`).join('\n')}\nneedle_a = 1`;
  const { page } = await openCells(await openApp(), [code, 'print("x\\n" * 60 + "needle_b")']);
  await waitForOpening(page);
  await page.keyboard.press('Control+f');
  const bar = page.getByRole('search', { name: FIND_TEXTS.bar });
  await bar.getByRole('textbox', { name: FIND_TEXTS.find }).fill('needle');
  const readGaps = () =>
    page.evaluate(() => {
      const [range] = CSS.highlights.get('find-current') ?? [];
      if (!(range instanceof Range)) return null;
      const { top, bottom } = range.getBoundingClientRect();
      const bar = document.querySelector('search')?.getBoundingClientRect().bottom ?? 0;
      const dock = document.querySelector('[data-dock]')?.getBoundingClientRect().top ?? 0;
      return {
        text: range.startContainer.textContent?.trim(),
        isClear: top >= bar && bottom <= dock,
      };
    });
  // In the source of the first cell, in that of the second, and in its output.
  for (const [place, text] of [
    ['1 of 3', 'needle_a'],
    ['2 of 3', 'needle_b"'],
    ['3 of 3', 'needle_b'],
  ] as const) {
    await bar.getByText(place, { exact: true }).waitFor();
    await expect.poll(readGaps).toMatchObject({ text: expect.stringContaining(text), isClear: true });
    if (place !== '3 of 3') await page.keyboard.press('Enter');
  }
  await bar.getByText(FIND_BAR_TEXTS.output).waitFor();
  expect(await bar.getByRole('button', { name: FIND_BAR_TEXTS.replaceOne, exact: true }).isDisabled()).toBe(
    true,
  );
});
