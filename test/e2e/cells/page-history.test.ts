/** Nothing that was typed or made is lost: edits, runs, versions, deleted notebooks and files, and what two windows write. */

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { API_TEXTS } from '../../../components/api/api-texts.ts';
import { CELL_PART_TEXTS } from '../../../components/notebook/cells/cell-part-texts.ts';
import { CELL_TEXTS } from '../../../components/notebook/cells/cell-texts.ts';
import { COMMAND_LAYER_TEXTS } from '../../../components/notebook/commands/command-layer-texts.ts';
import { COMMAND_TEXTS } from '../../../components/notebook/commands/command-texts.ts';
import { UNDO_TEXTS } from '../../../components/notebook/commands/runs/undo-texts.ts';
import { COMMAND_TITLES } from '../../../components/notebook/commands/table/command-titles.ts';
import { HISTORY_TEXTS } from '../../../components/notebook/history/history-texts.ts';
import { VIEW_TEXTS } from '../../../components/notebook/view/view-texts.ts';
import { SESSION_TEXTS } from '../../../components/pages/session/session-texts.ts';
import { FILE_ROW_TEXTS } from '../../../components/panels/files/file-row-texts.ts';
import { FILES_TEXTS } from '../../../components/panels/files/files-texts.ts';
import { SESSION_LIST_TEXTS } from '../../../components/panels/sessions/session-list-texts.ts';
import { TRASH_TEXTS } from '../../../components/panels/trash/trash-dialog.tsx';
import { UI_TEXTS } from '../../../components/ui/ui-texts.ts';
import { OUTPUT_TEXTS } from '../../../lib/session/view/cells/describe-output.ts';
import type { App } from '../../helpers/app/app.ts';
import { post } from '../../helpers/app/app-client.ts';
import { openApp } from '../../helpers/app/shared-app.ts';
import {
  findAccessibilityFaults,
  keepScreenshot,
  logIn,
  openPage,
  openStartPage,
  pressTwice,
  unfoldWork,
} from '../../helpers/page/browser.ts';
import { intercept } from '../../helpers/page/intercept.ts';
import { printed, recordEvents, recordRun } from '../../helpers/runtime/recorded-notebook.ts';

const cellOf = (page: Page, prompt: string) =>
  page.getByRole('region', { name: CELL_TEXTS.codeCell(`In [${prompt}]`), exact: true });
const frameOf = (page: Page, cellId: string) => page.locator(`[data-cell-id="${cellId}"]`);

/** In what the cell shows, not in what a model saw of it. */
const outputOf = (place: Locator, text: string) =>
  place.locator('[data-outputs]').getByText(text, { exact: true }).first();

/** A notebook with one cell that has not run; resolves to its address and the cell's ID. */
async function openCell(
  app: App,
  page: Page,
  source: string,
): Promise<{ url: string; cellId: string; api: string }> {
  const { id } = await post(app, '/api/sessions');
  const { cellId = '' } = await post(app, `/api/sessions/${id}/cells`, { type: 'code', source });
  await logIn(page, app);
  const url = `${app.url}/sessions/${id}`;
  await page.goto(url);
  await frameOf(page, cellId).waitFor();
  return { url, cellId, api: `/api/sessions/${id}` };
}

/** Opens the editor of a cell, once the one before is closed, and replaces its text. */
async function write(page: Page, cellId: string, text: string) {
  await frameOf(page, cellId).locator('.cm-content').waitFor({ state: 'detached' });
  await frameOf(page, cellId).focus();
  await page.keyboard.press('Enter');
  await frameOf(page, cellId).locator('.cm-content:focus').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(text);
}

async function runFromPalette(page: Page, title: string) {
  await page.keyboard.press('Control+Shift+C');
  await page.locator('[role="combobox"]:focus').waitFor();
  await page.keyboard.type(title);
  // Enter chooses what is marked, which follows the text a moment later.
  await page.locator('[role="option"][data-focused="true"]', { hasText: title }).waitFor();
  await page.keyboard.press('Enter');
}

test('an agent’s cell that the user edited and ran is undone with its output; its history shows and restores every version', async () => {
  const app = await openApp();
  const computed = { source: 'n = 2\nprint(n * 10)', outputs: [printed('20\n')] };
  const id = await recordRun(app, { task: 'Compute.', cells: [computed], answer: 'Twenty.' });
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  await page.locator('[data-outcome="answered"]').waitFor();
  await unfoldWork(page);
  const cellId =
    (await cellOf(page, '1').locator('xpath=ancestor::*[@data-cell-id]').getAttribute('data-cell-id')) ?? '';
  const cell = frameOf(page, cellId);

  await write(page, cellId, 'n = 7\nprint(n * 10)');
  await page.keyboard.press('Control+Enter');
  await outputOf(cell, '70').waitFor();
  await cell.focus();
  await page.keyboard.press('z');
  await page.getByText(UNDO_TEXTS.undone.run).waitFor();
  await outputOf(cell, '20').waitFor();
  await cell.getByText(OUTPUT_TEXTS.earlierOutput).waitFor();
  expect(await cell.getByText('n = 2').count()).toBe(1);
  await keepScreenshot(page, 'history-undone');
  await page.keyboard.press('Shift+z');
  await outputOf(cell, '70').waitFor();

  await cell.focus();
  await page.keyboard.press('Shift+h');
  const dialog = page.getByRole('dialog', { name: HISTORY_TEXTS.title });
  await dialog.locator('input:focus').waitFor();
  const versions = dialog.getByRole('radio');
  await expect.poll(() => versions.count()).toBe(4);
  await versions.last().focus();
  await page.keyboard.press('Space');
  await dialog.getByText(HISTORY_TEXTS.writtenBy('the agent')).waitFor();
  await outputOf(dialog, '20').waitFor();
  await dialog.locator('ins').getByText('n = 7').waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'history-versions');
  await dialog.getByRole('button', { name: HISTORY_TEXTS.restore }).click();
  await dialog.waitFor({ state: 'detached' });
  await outputOf(cell, '20').waitFor();
  await page.reload();
  await outputOf(cell, '20').waitFor();
  await cell.getByText(OUTPUT_TEXTS.earlierOutput).waitFor();
  await cell.focus();
  await page.keyboard.press('z');
  await outputOf(cell, '70').waitFor();

  await cell.focus();
  await pressTwice(page, 'd');
  await cell.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('textbox', { name: SESSION_TEXTS.followUp }).waitFor();
  await page.locator('[data-outcome="answered"]').waitFor();
  await page.waitForLoadState('load');
  await runFromPalette(page, COMMAND_TITLES['cells-deleted'].title);
  const deleted = page.getByRole('dialog', { name: HISTORY_TEXTS.deletedTitle });
  await outputOf(deleted, '70').waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await deleted.getByRole('button', { name: HISTORY_TEXTS.restoreCell }).click();
  await outputOf(cell, '70').waitFor();
});

test('a text that another window changed meanwhile is shown next to it, and the user chooses', async () => {
  const app = await openApp();
  const page = await openPage();
  const { url, cellId } = await openCell(app, page, 'x = 1');
  const other = await page.context().newPage();
  await other.goto(url);
  await frameOf(other, cellId).waitFor();
  const dialog = page.getByRole('dialog', { name: COMMAND_TEXTS.conflict });
  const elsewhere = async (text: string) => {
    await write(other, cellId, text);
    await other.keyboard.press('Escape');
    await frameOf(other, cellId).locator('.cm-content').waitFor({ state: 'detached' });
  };

  await write(page, cellId, 'x = "mine"');
  await elsewhere('x = "theirs"');
  await page.bringToFront();
  await page.keyboard.press('Escape');
  await dialog.locator('del').getByText('x = "theirs"').waitFor();
  await dialog.locator('ins').getByText('x = "mine"').waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'history-conflict');
  await dialog.getByRole('button', { name: COMMAND_LAYER_TEXTS.editOn }).click();
  await frameOf(page, cellId).locator('.cm-content:focus').waitFor();
  await page.keyboard.insertText('  # both');
  await page.keyboard.press('Escape');
  await frameOf(other, cellId).getByText('# both').waitFor();

  await write(page, cellId, 'x = "mine again"');
  await elsewhere('x = "theirs again"');
  await page.bringToFront();
  await page.keyboard.press('Control+Enter');
  await dialog.getByRole('button', { name: COMMAND_LAYER_TEXTS.keepMine }).click();
  await frameOf(other, cellId).getByText('mine again').waitFor();
  // A cell that runs cannot be edited, in either window.
  for (const window of [page, other]) await cellOf(window, '1').waitFor();

  await write(page, cellId, 'x = "lost?"');
  await elsewhere('x = "last"');
  await page.bringToFront();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: COMMAND_LAYER_TEXTS.keepTheirs }).click();
  await frameOf(page, cellId).getByText('"last"').waitFor();
  await frameOf(page, cellId).getByRole('button', { name: CELL_PART_TEXTS.continueEditing }).click();
  await frameOf(page, cellId).locator('.cm-line').getByText('"lost?"').waitFor();

  await other.bringToFront();
  await frameOf(other, cellId).focus();
  await pressTwice(other, 'd');
  await frameOf(other, cellId).waitFor({ state: 'detached' });
  await page.bringToFront();
  await page.getByText(COMMAND_TEXTS.deletedElsewhere).waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await frameOf(page, cellId).locator('.cm-line').getByText('"lost?"').waitFor();
});

test('a text is kept after Cancel, in a tab that was closed, and when it could not be saved', async () => {
  const app = await openApp();
  const page = await openPage();
  const { url, cellId } = await openCell(app, page, 'x = 1');
  const cell = frameOf(page, cellId);
  await write(page, cellId, 'x = "typed"');
  await cell.getByRole('button', { name: CELL_TEXTS.cancel }).click();
  await cell.getByText('x = 1').waitFor();
  const resume = cell.getByRole('button', { name: CELL_PART_TEXTS.continueEditing });
  await resume.waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'history-unsaved');
  // Another text does not take its place.
  await write(page, cellId, 'x = 0');
  await cell.getByRole('button', { name: CELL_TEXTS.cancel }).click();
  await cell.getByRole('button', { name: CELL_PART_TEXTS.discardUnsaved }).click();
  await page.reload();
  await resume.click();
  await cell.locator('.cm-line').getByText('typed').waitFor();

  const other = await page.context().newPage();
  await page.close();
  await other.goto(url);
  const again = frameOf(other, cellId);
  await again.getByRole('button', { name: CELL_PART_TEXTS.continueEditing }).click();
  await again.locator('.cm-content:focus').waitFor();
  await intercept(other, /\/api\/sessions\/.*\/cells\//, (route) => route.abort());
  await other.keyboard.press('Escape');
  await other.getByRole('alert').getByText(API_TEXTS.unreachable).waitFor();
  await again.locator('.cm-line').getByText('typed').waitFor();
  await other.unroute(/\/api\/sessions\/.*\/cells\//);
  await other.getByRole('alert').getByRole('button', { name: UI_TEXTS.tryAgain }).click();
  await again.locator('.cm-content').waitFor({ state: 'detached' });
  await again.getByText('x = "typed"').waitFor();
  expect(await again.getByRole('button', { name: CELL_PART_TEXTS.continueEditing }).count()).toBe(0);
});

test('the text of a question outlives a reload, in the notebook and on the start page', async () => {
  const app = await openApp();
  const page = await openPage();
  await openStartPage(page, app);
  const field = page.getByRole('textbox', { name: 'Task' });
  await field.fill('Which island has the');
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe('Which island has the');
  const { id } = await post(app, '/api/sessions');
  await page.goto(`${app.url}/sessions/${id}`);
  await field.waitFor();
  expect(await field.inputValue()).toBe('');
  await field.fill('What is the mean');
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe('What is the mean');
  // Another window, while this one is open, begins with an empty field.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('button', { name: VIEW_TEXTS.addCell }).waitFor();
  expect(await other.getByRole('textbox', { name: 'Task' }).inputValue()).toBe('');
  await page.close();
  await other.reload();
  await expect.poll(() => other.getByRole('textbox', { name: 'Task' }).inputValue()).toBe('What is the mean');
});

test('a deleted file comes back, and so does one that an upload replaced', async () => {
  const app = await openApp();
  const page = await openPage();
  const { api } = await openCell(app, page, 'x = 1');
  const put = (body: string) => app.request(`${api}/files/sales.csv`, { method: 'PUT', body });
  const read = async () => (await app.request(`${api}/files/sales.csv`)).text();
  await put('first');
  await put('second!');
  const files = page.getByRole('list', { name: 'Files', exact: true });
  await files.getByText('sales.csv').waitFor();
  // Pressed twice quickly, it is deleted once, and all is well.
  const refused = page.waitForResponse((reply) => reply.status() === 404);
  await page
    .getByRole('button', { name: FILE_ROW_TEXTS.remove('sales.csv') })
    .evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
  await files.getByText('sales.csv').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: FILES_TEXTS.undoDelete('sales.csv') }).waitFor();
  await refused;
  expect(await page.getByText('There is no file').count()).toBe(0);
  expect((await app.request(`${api}/files/sales.csv`)).status).toBe(404);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'history-file-deleted');
  // Pressed twice quickly, Undo asks once.
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/trash/') && asked.push(request.method()));
  await page
    .getByRole('button', { name: FILES_TEXTS.undoDelete('sales.csv') })
    .evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
  await files.getByText('sales.csv').waitFor();
  expect(asked).toEqual(['POST']);
  expect(await read()).toBe('second!');
  // Asked for twice at once, it comes back and stays.
  const { id = '' } = await (await app.request(`${api}/files/sales.csv`, { method: 'DELETE' })).json();
  const restore = () => app.request(`${api}/trash/${id}`, { method: 'POST' });
  const replies = await Promise.all([restore(), restore()]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect(await read()).toBe('second!');
  // Its folder is gone: it is in the workspace itself, and nothing says that the other is missing.
  await app.request(`${api}/files/old/a.csv`, { method: 'PUT', body: 'a' });
  const deleted = await (await app.request(`${api}/files/old/a.csv`, { method: 'DELETE' })).json();
  const workspace = join(app.home, 'workspaces', new URL(page.url()).pathname.split('/').at(-1) ?? '');
  await rm(join(workspace, 'old'), { recursive: true });
  await app.request(`${api}/trash/${deleted.id}`, { method: 'POST' });
  await files.getByText('a.csv').waitFor();
  await expect.poll(() => files.getByRole('listitem').count()).toBe(2);

  await page.getByRole('button', { name: FILES_TEXTS.trash(1) }).click();
  const dialog = page.getByRole('dialog', { name: FILE_ROW_TEXTS.trashTitle });
  await dialog.getByText('5 B, replaced just now').waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: TRASH_TEXTS.restore('sales.csv') }).click();
  await expect.poll(read).toBe('first');
  // The one that was there is in the trash now.
  await expect.poll(() => dialog.getByText('7 B').count()).toBe(1);
  await dialog.getByRole('button', { name: TRASH_TEXTS.erase('sales.csv') }).click();
  await page
    .getByRole('dialog', { name: TRASH_TEXTS.eraseTitle('sales.csv') })
    .getByRole('button', { name: TRASH_TEXTS.eraseConfirm })
    .click();
  await dialog.getByText(TRASH_TEXTS.empty).waitFor();
  expect(await read()).toBe('first');
  await page.keyboard.press('Escape');

  // One that is back otherwise is no longer offered.
  await page.getByRole('button', { name: FILE_ROW_TEXTS.remove('sales.csv') }).click();
  const undo = page.getByRole('button', { name: FILES_TEXTS.undoDelete('sales.csv') });
  await undo.waitFor();
  await page.getByRole('button', { name: FILES_TEXTS.trash(1) }).click();
  await dialog.getByRole('button', { name: TRASH_TEXTS.restore('sales.csv') }).click();
  await undo.waitFor({ state: 'detached' });

  // A file of code that takes the place of an upload is not said to be that upload, changed.
  await writeFile(join(workspace, 'made.csv'), 'by code');
  const made = await (await app.request(`${api}/files/made.csv`, { method: 'DELETE' })).json();
  await app.request(`${api}/files/made.csv`, { method: 'PUT', body: 'an upload' });
  await files.getByText('9 B').waitFor();
  await app.request(`${api}/trash/${made.id}`, { method: 'POST' });
  const row = files.getByRole('listitem').filter({ hasText: 'made.csv' });
  await row.getByText('7 B').waitFor();
  await row.getByTitle(FILE_ROW_TEXTS.madeFile).waitFor();
});

test('a deleted notebook is in the trash, with the days it has left, whichever process deleted it', async () => {
  const app = await openApp();
  const insert = {
    type: 'cell-insert',
    cellId: 'c',
    cellType: 'code',
    source: 'gulls = 3',
    author: 'human',
  } as const;
  const cell = { ...insert, role: 'code', runId: null, step: null } as const;
  await recordEvents(app, [cell], 'Birds of Norway');
  const other = await recordEvents(app, [], 'Fish');
  const database = new DatabaseSync(join(app.home, 'actbook.db'), { timeout: 10_000 });
  database.exec(
    'update sessions set deleted_at = (unixepoch() - 2 * 24 * 60 * 60) * 1000 where deleted_at is null',
  );
  database.close();

  const page = await openPage();
  await openStartPage(page, app);
  await page.getByRole('button', { name: SESSION_LIST_TEXTS.trash(2) }).click();
  const dialog = page.getByRole('dialog', { name: SESSION_LIST_TEXTS.trashTitle });
  await dialog.getByText('deleted 2 days ago, 28 days left').first().waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'history-trash');
  await dialog.getByRole('button', { name: TRASH_TEXTS.erase('Fish') }).click();
  const question = page.getByRole('dialog', { name: TRASH_TEXTS.eraseTitle('Fish') });
  await question.getByText(SESSION_LIST_TEXTS.eraseText).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await question.getByRole('button', { name: TRASH_TEXTS.eraseConfirm }).click();
  await dialog.getByText('Fish', { exact: true }).waitFor({ state: 'detached' });
  expect((await app.request(`/api/sessions/${other}/restore`, { method: 'POST' })).status).toBe(404);
  await dialog.getByRole('button', { name: TRASH_TEXTS.restore('Birds of Norway') }).click();
  await dialog.getByText(TRASH_TEXTS.empty).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: /Birds of Norway/ }).click();
  await page.getByText('gulls = 3').waitFor();
});
