/** How the user changes a notebook's structure, runs many cells, and asks about one. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CELL_TEXTS } from '../../../components/notebook/cells/cell-texts.ts';
import { COMMAND_TEXTS } from '../../../components/notebook/commands/command-texts.ts';
import { COMMAND_RUN_TEXTS } from '../../../components/notebook/commands/runs/command-run-texts.ts';
import { UNDO_TEXTS } from '../../../components/notebook/commands/runs/undo-texts.ts';
import { COMMAND_TITLES } from '../../../components/notebook/commands/table/command-titles.ts';
import { VIEW_TEXTS } from '../../../components/notebook/view/view-texts.ts';
import { BRANCH_TEXTS } from '../../../components/pages/session/branch-texts.ts';
import { NOTICE_TEXTS } from '../../../components/pages/session/notices/notice-texts.ts';
import { SESSION_TEXTS } from '../../../components/pages/session/session-texts.ts';
import { STATUS_TEXTS } from '../../../components/pages/session/status/status-texts.ts';
import { SIDEBAR_TEXTS } from '../../../components/panels/sidebar/sidebar-texts.ts';
import { ENDING_TEXTS, OUTPUT_TEXTS } from '../../../lib/session/view/cells/describe-output.ts';
import type { App } from '../../helpers/app/app.ts';
import { post } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import {
  findAccessibilityFaults,
  keepScreenshot,
  logIn,
  openPage,
  pressTwice,
  takeScreenshots,
} from '../../helpers/page/browser.ts';
import { printed, type RecordedCell, raised, recordCells } from '../../helpers/runtime/recorded-notebook.ts';

/** How long what the page shows may take, milliseconds: machines differ. */
const SOON = { timeout: 60_000 };
const cellOf = (page: Page, prompt: string) =>
  page.getByRole('region', { name: CELL_TEXTS.codeCell(`In [${prompt}]`), exact: true });
/** The frame of a cell, which takes the focus. */
const frameOf = (page: Page, cellId: string) => page.locator(`[data-cell-id="${cellId}"]`);
const order = (page: Page) =>
  page.locator('[data-cell-id]').evaluateAll((frames) => frames.map((frame) => frame.dataset.cellId));

/** A notebook with cells of the user; resolves to their IDs. */
async function openCells(app: App, page: Page, sources: string[]): Promise<string[]> {
  const { id } = await post(app, '/api/sessions');
  const ids: string[] = [];
  for (const source of sources)
    ids.push((await post(app, `/api/sessions/${id}/cells`, { type: 'code', source })).cellId ?? '');
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  await frameOf(page, ids.at(-1) ?? '').waitFor();
  return ids;
}

/** A notebook whose cells have run before; resolves to their IDs. */
async function openRecorded(app: App, page: Page, cells: readonly RecordedCell[]): Promise<string[]> {
  const { id, cellIds } = await recordCells(app, cells);
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  await frameOf(page, cellIds.at(-1) ?? '').waitFor();
  return cellIds;
}

async function choose(page: Page, cellId: string, entry: string) {
  const frame = frameOf(page, cellId);
  await frame.hover();
  await frame.getByRole('button', { name: COMMAND_TEXTS.cellMenu }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test('cells run in order with progress, stop at an error, and stale ones run again; it survives a reload and shows in two tabs', async () => {
  const WAIT =
    'import os, time\nprint("on it", flush=True)\nwhile not os.path.exists("go.txt"): time.sleep(0.02)';
  const app = await openScriptedApp([]);
  const page = await openPage();
  const [a = '', b = '', c = '', d = ''] = await openCells(app, page, [
    'n = 2',
    'print(n * 10)',
    WAIT,
    'print(m)',
  ]);
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).click();
  await frameOf(page, c).getByText('on it', { exact: true }).waitFor();
  await page.getByRole('button', { name: SIDEBAR_TEXTS.kernelStatus('running 3 of 4') }).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'cells-run-all');
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('status').getByText(VIEW_TEXTS.progress(3, 4)).waitFor();
  await page.reload();
  await page.getByRole('button', { name: SIDEBAR_TEXTS.kernelStatus('running 3 of 4') }).waitFor();
  // After a reload the page is at its top.
  await page.getByRole('button', { name: VIEW_TEXTS.goToCell }).click();
  await frameOf(page, c).and(page.locator('[data-selected="true"]:focus')).waitFor();
  await app.request(`/api${new URL(page.url()).pathname}/files/go.txt`, { method: 'PUT', body: 'go' });
  await page.getByText('In [4] failed: NameError').waitFor();
  await other.getByText('In [4] failed: NameError').waitFor();
  await other.close();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: VIEW_TEXTS.goToCell }).click();
  await frameOf(page, d).and(page.locator('[data-selected="true"]:focus')).waitFor();

  await frameOf(page, a).focus();
  await page.keyboard.press('Enter');
  await frameOf(page, a).locator('.cm-content:focus').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('n = 3');
  await page.keyboard.press('Control+Enter');
  await frameOf(page, b).getByText(OUTPUT_TEXTS.stale('n')).waitFor();
  await keepScreenshot(page, 'cells-stale');
  await page.getByRole('button', { name: NOTICE_TEXTS.runOutdated(1) }).click();
  await frameOf(page, b).getByText('30', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: NOTICE_TEXTS.runOutdated(1) }).waitFor({ state: 'detached' });

  await app.request(`/api${new URL(page.url()).pathname}/cells/${c}`, {
    method: 'PATCH',
    body: JSON.stringify({ source: 'import time\nprint("again", flush=True)\nwhile True: time.sleep(0.02)' }),
  });
  await choose(page, c, COMMAND_TITLES['run-below'].title);
  await frameOf(page, c).getByText('again', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  // The next cell of the batch waits.
  await page.getByRole('menuitem', { name: STATUS_TEXTS.stopAll }).click();
  await frameOf(page, c).getByText(`${ENDING_TEXTS.interrupted}.`).waitFor();
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
  expect(await frameOf(page, d).getByText('NameError').count()).toBeGreaterThan(0);
  // A stop is not a failure: it has not the color of one.
  const colorOf = (id: string, name: string) =>
    frameOf(page, id)
      .locator('p strong', { hasText: name })
      .evaluate((element) => getComputedStyle(element).color);
  expect(await colorOf(c, 'KeyboardInterrupt')).not.toBe(await colorOf(d, 'NameError'));

  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).waitFor();
  await frameOf(page, a).focus();
  await pressTwice(page, '0');
  await page.getByRole('dialog').getByRole('button', { name: 'Restart', exact: true }).click();
  await page.getByText(NOTICE_TEXTS.lost('n (int); imports os, time')).waitFor();
  await page.getByRole('button', { name: NOTICE_TEXTS.rebuild(2) }).waitFor();
  // The number of a run by an earlier kernel does not look like one of this kernel.
  await frameOf(page, b).focus();
  await page.keyboard.press('Control+Enter');
  await frameOf(page, b).getByText('In [1]', { exact: true }).waitFor();
  const isEarlier = (id: string) => frameOf(page, id).getByText(CELL_TEXTS.earlierKernel).count();
  expect(await Promise.all([a, b, c, d].map(isEarlier))).toEqual([1, 0, 1, 1]);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeScreenshots(page, 'cells-earlier-kernel');
  await page.setViewportSize({ width: 390, height: 900 });
  await takeScreenshots(page, 'cells-earlier-kernel-phone');
});

test('cells are moved, split, joined, turned into notes, and deleted, and each change is undone, by keyboard', async () => {
  const app = await openScriptedApp([]);
  const page = await openPage();
  const [a = '', b = ''] = await openRecorded(app, page, [
    { source: 'x = 1\ny = 2', outputs: [] },
    { source: 'print(x + y)', outputs: [printed('3\n')] },
  ]);
  await frameOf(page, b).getByText('3', { exact: true }).waitFor();

  await frameOf(page, b).focus();
  await page.keyboard.press('Control+Shift+ArrowUp');
  await expect.poll(() => order(page), SOON).toEqual([b, a]);
  await page.keyboard.press('z');
  await expect.poll(() => order(page), SOON).toEqual([a, b]);

  await frameOf(page, a).focus();
  await page.keyboard.press('Enter');
  await frameOf(page, a).locator('.cm-content:focus').waitFor();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+Shift+Minus');
  await expect.poll(() => order(page), SOON).toHaveLength(3);
  await frameOf(page, a).getByText(OUTPUT_TEXTS.editedWithoutOutput).waitFor();
  // What is typed in the lower cell and not stored yet belongs to it.
  const lower = frameOf(page, (await order(page))[1] ?? '');
  await lower.focus();
  await page.keyboard.press('Enter');
  await lower.locator('.cm-content:focus').waitFor();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(' + typed');
  await frameOf(page, a).focus();
  await page.keyboard.press('Shift+M');
  await expect.poll(() => order(page), SOON).toEqual([a, b]);
  await page.getByText(COMMAND_RUN_TEXTS.cellsJoined).waitFor();
  await frameOf(page, a).getByText('+ typed').waitFor();
  await frameOf(page, a).focus();
  await page.keyboard.press('m');
  await frameOf(page, a).getByText('x = 1').waitFor();
  await expect.poll(() => frameOf(page, a).getAttribute('aria-label'), SOON).toBe('Note');
  await frameOf(page, a).focus();
  await page.keyboard.press('Enter');
  await frameOf(page, a).locator('.cm-content:focus').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('Some **bold** words');
  await page.keyboard.press('Shift+Enter');
  await frameOf(page, a).locator('strong').getByText('bold').waitFor();

  await frameOf(page, b).focus();
  await pressTwice(page, 'd');
  await frameOf(page, b).waitFor({ state: 'detached' });
  await frameOf(page, a).focus();
  await pressTwice(page, 'd');
  await page.getByText(COMMAND_RUN_TEXTS.cellDeleted).waitFor();
  await expect.poll(() => order(page), SOON).toEqual([]);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'cell-deleted');
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await frameOf(page, a).locator('strong').getByText('bold').waitFor();
  await page.reload();
  await frameOf(page, a).focus();
  await page.keyboard.press('z');
  await frameOf(page, b).getByText('3', { exact: true }).waitFor();
  await expect.poll(() => order(page), SOON).toEqual([a, b]);
});

test('cleared outputs come back on cells that have not changed since, and not during a run', async () => {
  const app = await openScriptedApp([
    '```python\nimport os, time\nwhile not os.path.exists("go.txt"): time.sleep(0.02)\n```',
    'Done.',
  ]);
  const page = await openPage();
  const [a = '', b = ''] = await openCells(app, page, ['print(5)', 'print(6)']);
  const api = `/api${new URL(page.url()).pathname}`;
  const undo = page.getByRole('button', { name: 'Undo' });
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).click();
  const outputs = page.locator('[data-outputs]');
  await expect.poll(() => outputs.count(), SOON).toBe(2);
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).waitFor();
  await page.keyboard.press('Control+Shift+C');
  await page.locator('[role="combobox"]:focus').waitFor();
  await page.keyboard.type(COMMAND_TITLES['notebook-clear-outputs'].title);
  await page.keyboard.press('Enter');
  await page.getByText(COMMAND_RUN_TEXTS.outputsCleared).waitFor();
  await undo.waitFor();
  await post(app, `${api}/runs`, { task: 'Wait.' });
  await undo.waitFor({ state: 'detached' });
  await page.getByText(COMMAND_RUN_TEXTS.outputsCleared).waitFor();
  await takeScreenshots(page, 'outputs-cleared-in-run');
  await app.request(`${api}/files/go.txt`, { method: 'PUT', body: 'go' });
  await page.locator('[data-outcome="answered"]').waitFor();
  // From another window.
  await post(app, `${api}/cells/${a}/execute`, { source: 'print(7)' });
  await frameOf(page, a).locator('[data-outputs]').getByText('7').waitFor();
  await undo.click();
  await frameOf(page, b).locator('[data-outputs]').getByText('6').waitFor();
  await page.getByText(UNDO_TEXTS.undone.clear).waitFor();
  await frameOf(page, a).locator('[data-outputs]').getByText('7').waitFor();
});

test('the selected cell is marked where the system chooses the colors', async () => {
  const app = await openScriptedApp([]);
  const page = await openPage();
  const [a = '', b = ''] = await openCells(app, page, ['x = 1', 'y = 2']);
  await page.emulateMedia({ forcedColors: 'active' });
  await frameOf(page, a).focus();
  const colorOf = (id: string) =>
    frameOf(page, id).evaluate((frame) => getComputedStyle(frame, '::before').backgroundColor);
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await colorOf(a)).not.toBe(canvas);
  expect(await colorOf(a)).not.toBe(await colorOf(b));
  await takeScreenshots(page, 'forced-colors');
});

test('the agent is asked about an output, to fix an error, and to continue from a cell', async () => {
  const prompts: string[] = [];
  const answer = (text: string) => (request: { messages: unknown }) => {
    prompts.push(JSON.stringify(request.messages));
    return text;
  };
  const app = await openScriptedApp([answer('Five.'), answer('There is no zero now.'), answer('On we go.')]);
  const page = await openPage();
  const [a = '', b = ''] = await openRecorded(app, page, [
    { source: 'print(5)', outputs: [printed('5\n')] },
    { source: '1 / 0', outputs: [raised('ZeroDivisionError', 'division by zero')] },
  ]);
  await page.getByText('ZeroDivisionError').first().waitFor();

  await cellOf(page, '1').hover();
  await cellOf(page, '1').getByRole('button', { name: COMMAND_TEXTS.cellMenu }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menu', { name: COMMAND_TEXTS.cellMenu }).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'cell-menu');
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.evaluate(() => scrollBy(0, scrollY > 0 ? -20 : 20));
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.getByRole('menu', { name: COMMAND_TEXTS.cellMenu }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });

  await choose(page, a, COMMAND_TITLES['cell-ask'].title);
  await page.getByText(SESSION_TEXTS.about('In [1]')).waitFor();
  await page.getByRole('textbox', { name: 'Task' }).fill('What is it?');
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'ask-about');
  await page.keyboard.press('Enter');
  await page.getByText('Five.').waitFor();
  await page.locator('[data-outcome="answered"]').waitFor();
  await page.getByRole('link', { name: CELL_TEXTS.about('In [1]') }).waitFor();

  await choose(page, b, COMMAND_TITLES['cell-fix'].title);
  await page.getByText('There is no zero now.').waitFor();
  await expect.poll(() => page.locator('[data-outcome="answered"]').count(), SOON).toBe(2);

  await choose(page, a, COMMAND_TITLES['cell-continue'].title);
  await page.getByRole('textbox', { name: SESSION_TEXTS.followUp }).fill('Go on.');
  await page.keyboard.press('Enter');
  await page.getByText('On we go.').waitFor();
  await expect.poll(() => page.locator('[data-outcome="answered"]').count(), SOON).toBe(3);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  expect(prompts[0]).toContain(
    'The task that follows is about the cell In [1] `print(5)`, which is shown above.',
  );
  expect(prompts[1]).toContain(
    'The task that follows is about the error of this cell In [2]:\\n```python\\n1 / 0',
  );
  expect(prompts[2]).toContain('The task that follows continues from this cell In [1]:');
  const here = page.url();
  await choose(page, a, COMMAND_TITLES['cell-branch'].title);
  await page.waitForURL((url) => url.href !== here);
  await page.getByText('its kernel starts without variables').waitFor();
  await frameOf(page, a).getByText('5', { exact: true }).last().waitFor();
  await expect.poll(() => order(page), SOON).toEqual([a]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('a branch names its notebook and links to it while it exists', async () => {
  const app = await openScriptedApp([]);
  const page = await openPage();
  const [a = '', b = ''] = await openCells(app, page, ['print(5)', 'print(6)']);
  const { pathname } = new URL(page.url());
  await app.request(`/api${pathname}/cells/${a}/execute`, { method: 'POST', body: '{}' });
  await cellOf(page, '1').waitFor();
  await frameOf(page, a).getByText('5', { exact: true }).last().waitFor();
  const sessionId = pathname.split('/').at(-1);
  const { id } = await post(app, '/api/sessions', { branchOf: { sessionId, cellId: a, kernel: 'new' } });
  await page.goto(`${app.url}/sessions/${id}`);
  const origin = page
    .locator('p', { hasText: SESSION_TEXTS.branchOf })
    .filter({ hasText: `${BRANCH_TEXTS.upToCell(1)}.` });
  const link = origin.getByRole('link');
  await link.waitFor();
  expect(await order(page)).toEqual([a]);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'branch');
  // The kernel of the other notebook has not ended.
  await page.getByRole('button', { name: SIDEBAR_TEXTS.kernelStatus(SIDEBAR_TEXTS.notStarted) }).click();
  const panel = page.getByRole('region', { name: SIDEBAR_TEXTS.runPanel });
  await panel.getByText(SIDEBAR_TEXTS.notStarted).waitFor();
  expect(await panel.getByText(/ended|lost/).count()).toBe(0);
  await page.getByRole('button', { name: SIDEBAR_TEXTS.close }).click();
  const branch = page.url();
  await link.click();
  await frameOf(page, b).waitFor();
  expect(new URL(page.url()).pathname).toBe(pathname);

  expect((await app.request(`/api${pathname}`, { method: 'DELETE' })).ok).toBe(true);
  const isAsked = page.waitForResponse((response) => new URL(response.url()).pathname === `/api${pathname}`);
  await page.goto(branch);
  expect((await isAsked).status()).toBe(404);
  await origin.waitFor();
  expect(await link.count()).toBe(0);
});
