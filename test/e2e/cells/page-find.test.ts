/** Text is found and replaced in cells that are far, folded, or in an editor; and commands on many cells. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { COMPOSER_TEXTS } from '../../../components/ask/composer/composer-texts.ts';
import { CELL_TEXTS } from '../../../components/notebook/cells/cell-texts.ts';
import { COMMAND_LAYER_TEXTS } from '../../../components/notebook/commands/command-layer-texts.ts';
import { COMMAND_RUN_TEXTS } from '../../../components/notebook/commands/runs/command-run-texts.ts';
import type { CommandId } from '../../../components/notebook/commands/table/command-table.ts';
import { COMMAND_TITLES } from '../../../components/notebook/commands/table/command-titles.ts';
import { FIND_BAR_TEXTS } from '../../../components/notebook/find/find-bar-texts.ts';
import { FIND_TEXTS } from '../../../components/notebook/find/find-texts.ts';
import { START_TEXTS } from '../../../components/pages/start/start-texts.ts';
import { isBusy } from '../../../lib/session/session.ts';
import { followUntil, post } from '../../helpers/app/app-client.ts';
import { openApp, openScriptedApp } from '../../helpers/app/shared-app.ts';
import {
  findAccessibilityFaults,
  logIn,
  openPage,
  openStartPage,
  takeScreenshots,
} from '../../helpers/page/browser.ts';
import { recordEvents, toCellEvents, toRunEvents } from '../../helpers/runtime/recorded-notebook.ts';

async function command(page: Page, id: CommandId) {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: COMMAND_LAYER_TEXTS.search });
  await field.fill(COMMAND_TITLES[id].title);
  await page
    .getByRole('option', { name: COMMAND_TITLES[id].title })
    .and(page.locator('[data-focused]'))
    .waitFor();
  await page.keyboard.press('Enter');
  await field.waitFor({ state: 'detached' });
}

test('text is found where the browser does not look, and replaced everywhere as one operation', async () => {
  const app = await openApp();
  const run = { task: 'Go.', cells: [{ source: 'needle_of_agent = 1' }], answer: 'No more **needles**.' };
  const sources = Array.from({ length: 130 }, (_, index) =>
    index === 120 ? 'Needle = 1\nprint(Needle)' : `x${index} = ${index}`,
  );
  const { events } = toCellEvents(sources.map((source) => ({ source })));
  const id = await recordEvents(app, [...toRunEvents(run), ...events]);
  const read = () => followUntil(app, id, ({ cells }) => cells.length > 130);
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  await page.locator('[data-cell-id]').first().waitFor();
  const bar = page.getByRole('search', { name: FIND_TEXTS.bar });
  const shows = (index: number, count: number) =>
    bar
      .getByRole('status')
      .filter({ hasText: FIND_BAR_TEXTS.place(index, count, false) })
      .waitFor();

  await page.keyboard.press('Control+f');
  await page.keyboard.type('needle');
  await shows(1, 4);
  // The run's work was folded.
  await page.getByText('needle_of_agent = 1').waitFor();
  await takeScreenshots(page, 'find-folded');
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Shift+Enter');
  await shows(4, 4);
  const far = page.getByText('print(Needle)');
  await far.waitFor();
  await expect
    .poll(() => far.evaluate((element) => element.getBoundingClientRect().top < innerHeight))
    .toBe(true);
  await expect
    .poll(() => page.evaluate(() => [...(CSS.highlights.get('find-current') ?? [])].join()))
    .toBe('Needle');
  await takeScreenshots(page, 'find-far');
  await bar.getByRole('button', { name: FIND_BAR_TEXTS.matchCase }).click();
  await bar
    .getByRole('status')
    .filter({ hasText: FIND_BAR_TEXTS.place(1, 2, false) })
    .waitFor();
  await bar.getByRole('button', { name: FIND_BAR_TEXTS.matchCase }).click();
  await bar.getByRole('button', { name: FIND_BAR_TEXTS.wholeWord }).click();
  await shows(1, 2);
  await bar.getByRole('button', { name: FIND_BAR_TEXTS.wholeWord }).click();
  await shows(1, 4);

  await bar.getByRole('textbox', { name: FIND_BAR_TEXTS.replace }).fill('thread');
  // Quicker than a large notebook is searched again.
  await bar.evaluate(
    async (element, names) => {
      for (const name of names) {
        const buttons = [...element.querySelectorAll('button')];
        buttons.find(({ ariaLabel, textContent }) => (ariaLabel ?? textContent) === name)?.click();
        await Promise.resolve();
      }
    },
    [FIND_BAR_TEXTS.wholeWord, FIND_BAR_TEXTS.replaceAll],
  );
  await page.getByText(FIND_BAR_TEXTS.replaced(2, 1)).waitFor();
  await page.getByText('print(thread)').waitFor();
  await bar.getByText(FIND_BAR_TEXTS.none).waitFor();
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
  // It was opened while nothing had the focus: keys are for the notebook then.
  await page.keyboard.press('z');
  await page.getByText('print(Needle)').waitFor();
  expect((await read()).cells.filter(({ source }) => source.includes('thread'))).toEqual([]);
});

test('what is only in an editor is found and replaced, and a replacement is not searched again', async () => {
  const app = await openScriptedApp([]);
  const { id = '' } = await post(app, '/api/sessions');
  for (const source of ['a = 1', 'print(a)'])
    await post(app, `/api/sessions/${id}/cells`, { type: 'code', source });
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  const first = page.locator('[data-cell-id]').first();
  await first.locator('code').click();
  await first.locator('.cm-content:focus').waitFor();
  await page.keyboard.press('Control+Home');
  await page.keyboard.insertText('aa = 2\n');
  await page.keyboard.press('Control+f');
  const bar = page.getByRole('search', { name: FIND_TEXTS.bar });
  const says = (text: string) => bar.getByRole('status').filter({ hasText: text }).waitFor();
  await bar.getByRole('textbox', { name: FIND_TEXTS.find }).fill('a');
  await bar.getByRole('button', { name: FIND_BAR_TEXTS.wholeWord }).click();
  await says(FIND_BAR_TEXTS.place(1, 2, false));
  await bar.getByRole('button', { name: FIND_BAR_TEXTS.wholeWord }).click();
  await says(FIND_BAR_TEXTS.place(1, 4, false));
  await bar.getByRole('textbox', { name: FIND_BAR_TEXTS.replace }).fill('ab');
  const replace = bar.getByRole('button', { name: FIND_BAR_TEXTS.replaceOne, exact: true });
  await replace.click();
  await page.getByText(FIND_BAR_TEXTS.replaced(1, 1)).waitFor();
  await first.getByText('aba = 2').waitFor();
  await says(FIND_BAR_TEXTS.place(2, 4, false));
  await replace.click();
  await first.getByText('abab = 2').waitFor();
  await says(FIND_BAR_TEXTS.place(3, 4, false));
  await bar.getByRole('textbox', { name: FIND_BAR_TEXTS.replace }).fill('x');
  await bar.getByRole('button', { name: FIND_BAR_TEXTS.replaceAll }).click();
  await page.getByText(FIND_BAR_TEXTS.replaced(4, 2)).waitFor();
  const { cells } = await followUntil(app, id, () => true);
  expect(cells.map(({ source }) => source)).toEqual(['xbxb = 2\nx = 1', 'print(x)']);
});

test('outputs are cleared and come back, a cell is doubled, cells run up to here, and all after a restart', async () => {
  const app = await openScriptedApp([]);
  const { id = '' } = await post(app, '/api/sessions');
  const sources = ['print("a")', 'print("b")', `text = "${'long '.repeat(60)}"`];
  const ids: string[] = [];
  for (const source of sources)
    ids.push((await post(app, `/api/sessions/${id}/cells`, { type: 'code', source })).cellId ?? '');
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  const frame = (index: number) => page.locator(`[data-cell-id="${ids[index]}"]`);
  await frame(1).focus();
  await command(page, 'run-to');
  await frame(1).getByText('b', { exact: true }).waitFor();
  const ran = await followUntil(app, id, (session) => session.executions === 2 && !isBusy(session));
  expect(ran.cells.map(({ status }) => status)).toEqual(['ok', 'ok', 'idle']);

  await frame(0).focus();
  await command(page, 'notebook-clear-outputs');
  await frame(1).getByText('b', { exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await frame(0).getByText('a', { exact: true }).waitFor();
  await frame(1).getByText('b', { exact: true }).waitFor();
  await frame(0).focus();
  await command(page, 'cell-clear-output');
  await frame(0).getByText('a', { exact: true }).waitFor({ state: 'detached' });
  // Another window runs the cell: to undo that is not what the message says.
  await app.request(`/api/sessions/${id}/cells/${ids[0]}/execute`, { method: 'POST', body: '{}' });
  await frame(0).getByText('a', { exact: true }).waitFor();
  await followUntil(app, id, (session) => session.executions === 3 && !isBusy(session));
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.click();
  await page.getByText('Nothing was undone').waitFor();
  await frame(0).getByText('a', { exact: true }).waitFor();
  await command(page, 'cell-clear-output');
  await undo.waitFor();
  // What the button runs is the last operation, as with a key.
  await frame(0).getByRole('button', { name: CELL_TEXTS.run }).click();
  await frame(0).getByText('a', { exact: true }).waitFor();
  expect(await undo.count()).toBe(0);
  await command(page, 'cell-duplicate');
  await followUntil(app, id, ({ cells }) => cells[1]?.source === 'print("a")' && cells.length === 4);

  const code = frame(2).locator('pre');
  const wide = await code.evaluate((element) => element.getBoundingClientRect().height);
  await command(page, 'code-wrap');
  await expect
    .poll(() => code.evaluate((element) => element.getBoundingClientRect().height))
    .toBeGreaterThan(wide);
  await page.reload();
  await expect
    .poll(() => code.evaluate((element) => element.getBoundingClientRect().height))
    .toBeGreaterThan(wide);

  await command(page, 'kernel-restart-run');
  await page.getByRole('button', { name: COMMAND_RUN_TEXTS.restartAndRun }).click();
  const again = await followUntil(app, id, (session) => session.executions === 8 && !isBusy(session));
  expect(again.kernel.id).toBe('k-2');
  expect(again.batch).toMatchObject({ status: 'ok', done: 4 });
});

test('a blank notebook begins without a question, with the files that were attached', async () => {
  const app = await openScriptedApp([]);
  const page = await openPage();
  await openStartPage(page, app);
  await takeScreenshots(page, 'start-blank');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: COMPOSER_TEXTS.attach }).click();
  await (await chooser).setFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('x\n1\n') });
  await page.getByRole('button', { name: START_TEXTS.blankNotebook }).press('Enter');
  await page.waitForURL('**/sessions/*');
  await page.locator('[data-cell-id]').waitFor();
  // Its cell has the cursor: nothing that is typed is a command.
  await page.waitForFunction(() => document.activeElement?.closest('[data-cell-editor]') != null);
  await page.keyboard.type('abc');
  await page.locator('[data-editor="ready"]').getByText('abc', { exact: true }).waitFor();
  expect(await page.locator('[data-cell-id]').count()).toBe(1);
  const id = page.url().split('/').at(-1);
  const files = await (await app.request(`/api/sessions/${id}/files`)).text();
  expect(files).toContain('a.csv');
});
