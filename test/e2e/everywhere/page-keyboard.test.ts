/** A whole session without a pointer: a question, the answer, a change of a cell, a new cell, the download. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { COMPOSER_TEXTS } from '../../../components/ask/composer/composer-texts.ts';
import { CELL_TEXTS } from '../../../components/notebook/cells/cell-texts.ts';
import { COMMAND_TEXTS } from '../../../components/notebook/commands/command-texts.ts';
import { COMMAND_RUN_TEXTS } from '../../../components/notebook/commands/runs/command-run-texts.ts';
import { UNDO_TEXTS } from '../../../components/notebook/commands/runs/undo-texts.ts';
import { COMMAND_TITLES } from '../../../components/notebook/commands/table/command-titles.ts';
import { EXPORT_TEXTS } from '../../../components/panels/share/export-texts.ts';
import { UI_TEXTS } from '../../../components/ui/ui-texts.ts';
import { findCell, type Session } from '../../../lib/session/session.ts';
import { followUntil, post } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import { logIn, openPage, openStartPage } from '../../helpers/page/browser.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const fence = (code: string) => `\`\`\`python\n${code}\n\`\`\``;
/** More than there are places that Tab leads to. */
const MAX_TABS = 120;

/** Presses Tab, or Shift-Tab, until the focus is on what matches. */
async function tabTo(page: Page, selector: string, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  for (let count = 0; count < MAX_TABS; count++) {
    await page.keyboard.press(key);
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
  }
  throw new Error(`Tab does not lead to ${selector}.`);
}

/** The label of what has the focus. */
const readFocus = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );

async function pressUntil(page: Page, key: string, label: string) {
  for (let count = 0; count < 6 && (await readFocus(page)) !== label; count++) await page.keyboard.press(key);
  expect(await readFocus(page)).toBe(label);
}

test('from the question to the download by keyboard alone', async () => {
  const app = await openScriptedApp([fence('n = 2\nprint(n * 10)'), 'Twenty.']);
  const page = await openPage();
  await openStartPage(page, app);
  await page.keyboard.type('Compute.');
  await page.keyboard.press('Enter');
  await page.locator('[data-outcome="answered"]').waitFor();

  // Tab leads to a cell, from which keys lead to the others; a command unfolds the work.
  await tabTo(page, '[data-cell-id]', 'Shift+Tab');
  await page.keyboard.press('Control+Shift+C');
  await page.locator('[role="combobox"]:focus').waitFor();
  await page.keyboard.type(COMMAND_TITLES['work-unfold'].title);
  await page.keyboard.press('Enter');
  await page.locator('[data-cell-id]:focus').waitFor();
  await page.getByRole('region', { name: CELL_TEXTS.codeCell('In [1]'), exact: true }).waitFor();
  await pressUntil(page, 'k', 'Question');
  await pressUntil(page, 'j', COMMAND_TEXTS.codeRun(1));

  await page.keyboard.press('Enter');
  await page.locator('.cm-content:focus').waitFor();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('End');
  await page.keyboard.type('0');
  await page.keyboard.press('Control+Enter');
  await page.getByText('200', { exact: true }).waitFor();
  await page.keyboard.press('b');
  await page.locator(`[data-cell-id][aria-label="${COMMAND_TEXTS.codeNotRun}"]:focus`).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.cm-content:focus').waitFor();
  await page.keyboard.type('print(n + 1)');
  await page.keyboard.press('Shift+Enter');
  await page.getByText('21', { exact: true }).waitFor();
  // The last cell ran, so the next one is open. Tab is the editor's own: Escape leaves it.
  await page.locator('.cm-content:focus').waitFor();
  await page.keyboard.type('n + 30');
  await page.keyboard.press('Alt+Enter');
  await page.getByText('50', { exact: true }).waitFor();
  await page.locator('.cm-content:focus').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('[data-cell-id]:focus').waitFor();

  await tabTo(page, `[aria-label="${EXPORT_TEXTS.menu}"]`, 'Shift+Tab');
  const firstEntry = page
    .locator('[role="menuitem"]:focus')
    .filter({ hasText: COMMAND_TITLES['export-ipynb'].title });
  await page.keyboard.press('Enter');
  await firstEntry.waitFor();
  // By people, the key is still down when the menu is there; Space opens it when it is up again.
  await page.keyboard.press('Escape');
  await page.locator(`[aria-label="${EXPORT_TEXTS.menu}"]:focus`).waitFor();
  await page.keyboard.press('Space');
  await firstEntry.waitFor();
  await page.keyboard.press('Escape');
  await page.locator(`[aria-label="${EXPORT_TEXTS.menu}"]:focus`).waitFor();
  await page.keyboard.down('Enter');
  await firstEntry.waitFor();
  await page.keyboard.up('Enter');
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  const path = join(await createTempDir(), 'notebook.ipynb');
  await download.saveAs(path);
  const saved = await readFile(path, 'utf8');
  expect(saved).toContain('n = 20');
  expect(saved).toContain('print(n + 1)');
});

test('keys work where nothing has the focus, lead from the outline into the notebook, fold an output, and save', async () => {
  const app = await openScriptedApp([]);
  const { id = '' } = await post(app, '/api/sessions');
  const add = (type: string, source: string) => post(app, `/api/sessions/${id}/cells`, { type, source });
  await add('code', 'print("one")');
  await add('markdown', '# Second part');
  const { cellId = '' } = await add('code', 'n = 2');
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  const cells = page.locator('[data-cell-id]');
  const isAt = (index: number) => cells.nth(index).and(page.locator(':focus')).waitFor();
  await cells.nth(2).waitFor();

  await page.keyboard.press('j');
  await isAt(0);
  await page.keyboard.press('Control+Enter');
  const output = cells.nth(0).locator('[data-outputs]').getByText('one', { exact: true });
  await output.waitFor();
  await page.keyboard.press('o');
  await output.waitFor({ state: 'detached' });
  await page.reload();
  await cells.nth(0).getByRole('button', { name: CELL_TEXTS.showOutput }).waitFor();
  await page.keyboard.press('j');
  await isAt(0);
  await page.keyboard.press('o');
  await output.waitFor();

  await page.keyboard.press('Control+Shift+C');
  await page.locator('[role="combobox"]:focus').waitFor();
  await page.keyboard.type(COMMAND_TITLES['panel-outline'].title);
  await page.keyboard.press('Enter');
  await page.locator('aside:focus').waitFor();
  await tabTo(page, '[title="Second part"]');
  await page.keyboard.press('Enter');
  await isAt(1);
  await page.keyboard.press('j');
  await isAt(2);

  await page.keyboard.press('Enter');
  await page.locator('[data-editor="ready"] .cm-content:focus').waitFor();
  await page.keyboard.type('0');
  await page.keyboard.press('Control+s');
  await page.getByText(COMMAND_RUN_TEXTS.saved).waitFor();
  const isSaved = (source: string) =>
    followUntil(app, id, (session) => findCell(session, cellId)?.source === source);
  await isSaved('n = 20');
  // The editor stays, and it saves again without a conflict.
  await page.keyboard.type('0');
  await page.keyboard.press('Escape');
  await isAt(2);
  await isSaved('n = 200');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('z');
  await page.getByText(UNDO_TEXTS.undone.edit).waitFor();
  await isSaved('n = 20');
});

/** A key as an input method (its code, 229, stands for all of them) or another keyboard sends it. */
async function sendKey(
  page: Page,
  key: { key: string; code: string; windowsVirtualKeyCode?: number; modifiers?: number },
) {
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
  await session.detach();
}

const OF_INPUT_METHOD = { windowsVirtualKeyCode: 229 };

test('keys of an input method are its own, and a pasted text with a picture of it is text', async () => {
  const app = await openScriptedApp(['Written.', 'Written.']);
  const page = await openPage();
  await openStartPage(page, app);
  const task = page.getByRole('textbox', { name: 'Task' });
  await page.keyboard.type('かんじ');
  // Safari sends the Enter that accepts a suggestion after the composition.
  await sendKey(page, { key: 'Enter', code: 'Enter', ...OF_INPUT_METHOD });
  const paste = (types: string[]) =>
    task.evaluate((field, given) => {
      const clipboardData = new DataTransfer();
      for (const type of given) clipboardData.setData(type, '1\t2');
      clipboardData.items.add(new File(['png'], 'image.png', { type: 'image/png' }));
      return field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, types);
  // As spreadsheets put cells on the clipboard.
  expect.soft(await paste(['text/plain', 'text/html'])).toBe(true);
  await page.getByRole('button', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await sendKey(page, { key: 'Escape', code: 'Escape', ...OF_INPUT_METHOD });
  expect.soft(await dialog.count()).toBe(1);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect.soft(await page.getByRole('list', { name: COMPOSER_TEXTS.attached }).count()).toBe(0);
  expect.soft(await task.inputValue()).toBe('かんじ');
  expect(await paste(['text/html'])).toBe(false);
  await page.getByRole('list', { name: COMPOSER_TEXTS.attached }).waitFor();
  await task.press('Enter');
  await page.locator('[data-outcome="answered"]').waitFor();
});

test('commands have their keys on every keyboard, and a key that is held runs one once and writes nothing', async () => {
  const app = await openScriptedApp([]);
  const { id = '' } = await post(app, '/api/sessions');
  for (const source of ['n = 1', 'n = 2'])
    await post(app, `/api/sessions/${id}/cells`, { type: 'code', source });
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  const cells = page.locator('[data-cell-id]');
  await cells.nth(0).focus();
  // Russian: the keys of J and K.
  await sendKey(page, { key: 'о', code: 'KeyJ' });
  await expect
    .soft(cells.nth(1).and(page.locator(':focus')).waitFor({ timeout: 3_000 }))
    .resolves.toBeUndefined();
  await sendKey(page, { key: 'л', code: 'KeyK', modifiers: 2 });
  const palette = page.locator('[role="combobox"]:focus');
  await expect.soft(palette.waitFor({ timeout: 3_000 })).resolves.toBeUndefined();
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });

  await cells.nth(1).focus();
  const editor = page.locator('[data-editor="ready"] .cm-content:focus');
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await editor.waitFor();
  for (let count = 0; count < 3; count++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.type('0');
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.type('m = 3');
  await page.keyboard.press('Escape');
  const sources = ({ cells }: Session) => cells.map(({ source }) => source);
  const session = await followUntil(app, id, (each) => sources(each)[1]?.endsWith('m = 3') === true);
  expect(sources(session)).toEqual(['n = 1', 'n = 20\n\nm = 3']);
});

test('Enter that is held presses a button once, and not the one that it brings', async () => {
  const app = await openScriptedApp([]);
  const { id = '' } = await post(app, '/api/sessions');
  const { cellId } = await post(app, `/api/sessions/${id}/cells`, { type: 'code', source: 'n = 1' });
  await post(app, `/api/sessions/${id}/cells/${cellId}/execute`);
  await followUntil(app, id, ({ kernel }) => kernel.status === 'idle');
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  const hold = async () => {
    for (let count = 0; count < 5; count++) await page.keyboard.down('Enter');
  };
  await page.getByRole('button', { name: UI_TEXTS.theme('system', 'light') }).focus();
  await hold();
  await page.keyboard.up('Enter');
  await page.getByRole('button', { name: UI_TEXTS.theme('light', 'dark') }).waitFor();

  await page.keyboard.press('Control+Shift+C');
  await page.locator('[role="combobox"]:focus').waitFor();
  await page.keyboard.type(COMMAND_TITLES['kernel-restart'].title);
  await hold();
  const question = page.getByRole('dialog', { name: COMMAND_RUN_TEXTS.restartTitle });
  await question.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor();
  await hold();
  await page.keyboard.up('Enter');
  expect(await question.count()).toBe(1);
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
});
