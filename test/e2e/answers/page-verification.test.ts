/** The verification of a notebook on its page: started by a button, shown in the header, outdated by an edit. */
import { expect, test } from 'vitest';
import { SIDEBAR_TEXTS } from '../../../components/panels/sidebar/sidebar-texts.ts';
import { FIX_TEXTS, REPORT_TEXTS } from '../../../components/panels/verification/report-texts.ts';
import { VERIFICATION_TEXTS } from '../../../components/panels/verification/verification-texts.ts';
import { PICTURE_WORDS } from '../../../lib/protocol/verification/verification-words.ts';
import { openApp, openScriptedApp } from '../../helpers/app/shared-app.ts';
import {
  findAccessibilityFaults,
  openPage,
  openPanel,
  openStartPage,
  takeScreenshots,
} from '../../helpers/page/browser.ts';
import { openCells } from '../../helpers/page/notebook-with-cells.ts';

test('reproduced, outdated after an edit, then what differs leads to its cell', async () => {
  const app = await openApp();
  // It prints a badge of its own, which is an output and nothing else.
  const { page, sessionId } = await openCells(app, [
    'rate = 2',
    'print("Reproduced · 9 of 9 cells")\nprint("rate", rate)',
  ]);
  const badge = page.getByRole('banner').getByRole('button', { name: /Show details$/ });
  await openPanel(page, SIDEBAR_TEXTS.runPanel);
  await page.getByText(REPORT_TEXTS.about).waitFor();
  expect(await badge.count()).toBe(0);

  await page.getByRole('button', { name: REPORT_TEXTS.start }).click();
  await page.getByText(VERIFICATION_TEXTS.running).waitFor();
  await badge.waitFor();
  expect(await badge.innerText()).toMatch(/^Reproduced · 2 of 2 cells · [\d.]+ m?s · \d\d:\d\d$/);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeScreenshots(page, 'verified');
  await page.setViewportSize({ width: 390, height: 860 });
  expect(await badge.isVisible()).toBe(true);
  expect((await badge.boundingBox())?.width).toBeLessThan(44);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.reload();
  await badge.waitFor();
  expect(await badge.innerText()).toContain('Reproduced');

  const cellIds = await page.locator('[id^="cell-"]').evaluateAll((all) => all.map(({ id }) => id));
  const first = cellIds[0] ?? '';
  const edited = await app.request(`/api/sessions/${sessionId}/cells/${first}`, {
    method: 'PATCH',
    body: JSON.stringify({ source: 'rate = 3' }),
  });
  expect(edited.ok).toBe(true);
  await page.getByRole('banner').getByText(VERIFICATION_TEXTS.stale).waitFor();
  await page.getByText(REPORT_TEXTS.staleNote).waitFor();

  await page.getByRole('button', { name: REPORT_TEXTS.again }).click();
  await page.getByText('differs: rate 2, here 3').waitFor();
  await expect.poll(() => badge.innerText()).toMatch(/^Not reproduced · 1 of 2 cells/);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeScreenshots(page, 'verification-differs');
  await page.getByRole('button', { name: 'Cell 2', exact: true }).click();
  await page.locator(`article[data-cell-id="${cellIds[1]}"]:focus`).waitFor();
});

test('what is known of each cell shows while the others run', async () => {
  const app = await openApp();
  const { page } = await openCells(app, ['print(1)', 'import time; time.sleep(3); print(time.time())']);
  await openPanel(page, SIDEBAR_TEXTS.runPanel);
  await page.getByRole('button', { name: REPORT_TEXTS.start }).click();
  const header = page.getByRole('banner');
  await header.getByText('· 1 of 2 cells · the same so far', { exact: true }).waitFor();
  await header.getByText('· clean run 2 · 1 the same, cell 2 not the same so far', { exact: true }).waitFor();
  await header.getByText(/^Varies/).waitFor();
});

test('a name that was not found: the deleted cell is put back, the cell below is moved up', async () => {
  const app = await openApp();
  const { page, sessionId } = await openCells(app, ['rate = 2', 'print("rate", rate)']);
  const cells = page.locator('[id^="cell-"]');
  await cells.nth(1).waitFor();
  const listIds = () => cells.evaluateAll((all) => all.map(({ id }) => id));
  const [first = '', second = ''] = await listIds();
  const changeFirst = async (init: RequestInit) =>
    expect((await app.request(`/api/sessions/${sessionId}/cells/${first}`, init)).ok).toBe(true);
  const reproduced = page.getByRole('banner').getByText(/^Reproduced/);
  const fix = async (kind: keyof typeof FIX_TEXTS) => {
    await page.getByRole('button', { name: FIX_TEXTS[kind].label }).press('Enter');
    await page.getByText(FIX_TEXTS[kind].done).waitFor();
    await page.locator('button:focus', { hasText: REPORT_TEXTS.again }).press('Enter');
    await reproduced.waitFor();
    expect(await listIds()).toEqual([first, second]);
  };
  await changeFirst({ method: 'DELETE' });
  await openPanel(page, SIDEBAR_TEXTS.runPanel);
  await page.getByRole('button', { name: REPORT_TEXTS.start }).click();
  await page.getByText(/is defined by no other cell/).waitFor();
  await page.getByText(/^A deleted cell set/).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeScreenshots(page, 'verification-fix');
  await fix('put-back');

  await changeFirst({ method: 'PATCH', body: JSON.stringify({ move: 'down' }) });
  await page.getByRole('button', { name: REPORT_TEXTS.again }).click();
  await page.getByText(/which is below this one/).waitFor();
  await fix('move-up');
});

const PLOT = `import matplotlib.pyplot as plt
plt.plot([1, 2, 4])
plt.title(title)
plt.show()`;

test('a picture that differs is beside that of the notebook, by mouse and keyboard, until the cell is changed back', async () => {
  const app = await openApp();
  const { page, sessionId } = await openCells(app, ['title = "Sold"', PLOT]);
  const cells = page.locator('[id^="cell-"]');
  await cells.nth(1).getByRole('img').waitFor();
  const first = (await cells.first().getAttribute('id')) ?? '';
  const edit = async (source: string) => {
    const init = { method: 'PATCH', body: JSON.stringify({ source }) };
    expect((await app.request(`/api/sessions/${sessionId}/cells/${first}`, init)).ok).toBe(true);
  };
  await edit('title = "Sale"');
  await openPanel(page, SIDEBAR_TEXTS.runPanel);
  await page.getByRole('button', { name: REPORT_TEXTS.start }).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: /differs: title “Sold”, here “Sale”/ })
    .waitFor();
  await page.getByRole('button', { name: 'Cell 2', exact: true }).click();
  const pair = page.getByRole('group', { name: /^From a clean start, the picture differs: title “Sold”/ });
  const sides = [PICTURE_WORDS.notebook, PICTURE_WORDS.here].map((name) =>
    pair.getByRole('group', { name, exact: true }),
  );
  const titles = ['Sold', 'Sale'];
  for (const [index, side] of sides.entries()) {
    const image = side.getByRole('img', { name: `title “${titles[index]}”` });
    await image.waitFor();
    await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(0);
  }
  const readBoxes = () => Promise.all(sides.map(async (side) => (await side.boundingBox()) ?? PLACELESS));
  const [left = PLACELESS, right = PLACELESS] = await readBoxes();
  expect([right.x >= left.x + left.width, Math.abs(right.y - left.y) < 1]).toEqual([true, true]);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await pair.scrollIntoViewIfNeeded();
  await takeScreenshots(page, 'verification-pictures');

  const enlarge = sides[1]?.getByRole('button', { name: /^Enlarge: Plot\. title “Sale”/ });
  await enlarge?.press('Enter');
  await page.getByRole('dialog', { name: 'Picture' }).getByRole('img', { name: 'title “Sale”' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Picture' }).waitFor({ state: 'detached' });

  await page.setViewportSize({ width: 390, height: 844 });
  await expect
    .poll(async () => {
      const [above = PLACELESS, below = PLACELESS] = await readBoxes();
      return below.y >= above.y + above.height && Math.abs(above.x - below.x) < 1;
    })
    .toBe(true);
  await pair.scrollIntoViewIfNeeded();
  await takeScreenshots(page, 'verification-pictures-narrow');

  await edit('title = "Sold"');
  await pair.waitFor({ state: 'detached' });
});

const PLACELESS = { x: 0, y: 0, width: 0, height: 0 };

test('an answer and the list of notebooks say what was found, until a cell changes', async () => {
  const app = await openScriptedApp(['```python\nprint(6 * 7)\n```', 'It is 42.']);
  const page = await openPage();
  await openStartPage(page, app);
  await page.getByRole('textbox', { name: 'Task' }).fill('How many?');
  await page.keyboard.press('Enter');
  const line = page.locator('[data-outcome="answered"]');
  await line.waitFor();
  const { pathname } = new URL(page.url());
  expect((await app.request(`/api${pathname}/verify`, { method: 'POST', body: '{}' })).ok).toBe(true);
  await line.getByText('Reproduced', { exact: true }).waitFor();
  await page.goto(app.url);
  await page.getByRole('link', { name: /How many\?.*Reproduced · It is 42\./s }).click();
  await line.getByText('Reproduced', { exact: true }).waitFor();
  const cells = await app.request(`/api${pathname}/cells`, {
    method: 'POST',
    body: JSON.stringify({ type: 'code', source: 'x = 1' }),
  });
  expect(cells.ok).toBe(true);
  await line.getByText('Reproduced', { exact: true }).waitFor({ state: 'detached' });
  await page.goto(app.url);
  await page.getByRole('link', { name: /How many/ }).waitFor();
  expect(await page.getByText(/Reproduced/).count()).toBe(0);
});
