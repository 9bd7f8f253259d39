/** Writing code in the page: the editor with the kernel's help, JupyterLab's keys, the palette and the sheet of keys. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CELL_TEXTS } from '../../../components/notebook/cells/cell-texts.ts';
import { COMMAND_LAYER_TEXTS } from '../../../components/notebook/commands/command-layer-texts.ts';
import { COMMAND_TEXTS } from '../../../components/notebook/commands/command-texts.ts';
import { COMMAND_RUN_TEXTS } from '../../../components/notebook/commands/runs/command-run-texts.ts';
import { COMMAND_TITLES } from '../../../components/notebook/commands/table/command-titles.ts';
import { UI_TEXTS } from '../../../components/ui/ui-texts.ts';
import { ENDING_TEXTS } from '../../../lib/session/view/cells/describe-output.ts';
import type { App } from '../../helpers/app/app.ts';
import { followUntil, post } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import {
  findAccessibilityFaults,
  keepScreenshot,
  logIn,
  openPage,
  pressTwice,
} from '../../helpers/page/browser.ts';
import { intercept } from '../../helpers/page/intercept.ts';

const cellOf = (page: Page, prompt: string) =>
  page.getByRole('region', { name: CELL_TEXTS.codeCell(`In [${prompt}]`), exact: true });
const editorOf = (page: Page) => page.getByRole('textbox', { name: CELL_TEXTS.codeField });
const selected = (page: Page) => page.locator('[data-cell-id][data-selected="true"]');

/** A page on a notebook with these cells, none of them run. What breaks the page's policy is kept in `window.broken`. */
async function openNotebook(sources: string[]): Promise<{ app: App; page: Page; sessionId: string }> {
  const app = await openScriptedApp([]);
  const { id: sessionId = '' } = await post(app, '/api/sessions');
  for (const source of sources) await post(app, `/api/sessions/${sessionId}/cells`, { type: 'code', source });
  const page = await openPage();
  await page.addInitScript(() => {
    const broken: string[] = [];
    Reflect.set(window, 'broken', broken);
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      broken.push(`${violatedDirective} ${blockedURI}`),
    );
  });
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${sessionId}`);
  return { app, page, sessionId };
}

const readBroken = (page: Page) => page.evaluate(() => Reflect.get(window, 'broken') as string[]);
const isReady = (page: Page) => page.locator('[data-editor="ready"]').waitFor();
/** Before that, letters are commands. */
const isWritten = (page: Page) =>
  page.waitForFunction(() => document.activeElement?.closest('[data-editor="ready"]') != null);
const hasFocus = (page: Page, selector: string) =>
  page.waitForFunction((wanted) => document.activeElement?.matches(wanted) ?? false, selector);

/** Selects the first cell, as a click beside its code does. */
async function selectFirst(page: Page) {
  await page.locator('[data-cell-id]').first().focus();
  await selected(page).waitFor();
}

test('a click on code opens its editor where it was clicked, and typing at once loses no letter', async () => {
  const { page } = await openNotebook(['', 'print(12345)']);
  const frame = (index: number) => page.locator('[data-cell-id]').nth(index);
  // Marked text stays to be copied.
  await frame(1).locator('code').waitFor();
  const code = await frame(1).locator('code').boundingBox();
  if (!code) throw new Error('The code is not drawn.');
  const y = code.y + code.height / 2;
  await page.mouse.move(code.x + 2, y);
  await page.mouse.down();
  await page.mouse.move(code.x + code.width - 2, y, { steps: 3 });
  await page.mouse.up();
  expect(await page.evaluate(() => String(getSelection()))).toContain('2345');
  expect(await editorOf(page).count()).toBe(0);

  await frame(0).getByText(CELL_TEXTS.emptyCode).click();
  await page.keyboard.type('a = 40 + 2; a');
  await page.keyboard.press('Shift+Enter');
  await cellOf(page, '1').getByText('42', { exact: true }).waitFor();
  await expect.poll(() => page.locator('[data-cell-id]').count()).toBe(2);

  const { x, y: top, height, width } = (await frame(1).locator('code').boundingBox()) ?? code;
  await page.mouse.click(x + (width * 6.2) / 12, top + height / 2);
  await isWritten(page);
  await page.keyboard.type('9');
  await page.keyboard.press('Shift+Enter');
  await cellOf(page, '2').getByText('912345', { exact: true }).last().waitFor();
});

test('a long text that comes as if it was typed is there at once, as on-screen keyboards paste, and saved', async () => {
  const { app, page, sessionId } = await openNotebook(['', 'n']);
  await page.locator('[data-cell-id]').getByText(CELL_TEXTS.emptyCode).click();
  await isWritten(page);
  const lines = 4_000;
  // Drawn by the browser itself, these took longer than a test may.
  await page.keyboard.insertText(`n = 0\n${'n = n + 1  # a line of code\n'.repeat(lines)}n`);
  // Saved by a request that browsers limit if it is to outlive the page.
  await page.keyboard.press('Escape');
  await followUntil(app, sessionId, ({ cells }) => (cells[0]?.source.split('\n').length ?? 0) > lines);
  await page.keyboard.press('Control+Enter');
  await followUntil(app, sessionId, ({ cells }) =>
    JSON.stringify(cells[0]?.outputs ?? []).includes(`"${lines}"`),
  );
});

test('the kernel completes and explains in the editor; a draft outlives a reload; the policy is kept', async () => {
  const { page } = await openNotebook(['sales_total = 12\nsales_volume = 3\nimport math', 'print(sales_)']);
  await selectFirst(page);
  await page.keyboard.press('Shift+Enter');
  await cellOf(page, '1').waitFor();
  await hasFocus(page, '[data-selected="true"]');
  await cellOf(page, '1').locator('code').first().click();
  await isWritten(page);
  await page.keyboard.press('Escape');
  await hasFocus(page, '[data-selected="true"]');
  await page.locator('[data-cell-id]').nth(1).focus();
  await page.keyboard.press('Enter');
  await isReady(page);
  await hasFocus(page, '.cm-content');
  await editorOf(page).locator('.tok-keyword, .tok-variableName').first().waitFor();

  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Tab');
  await page.getByRole('option', { name: 'sales_total' }).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'editor-completion');
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'sales_total' }).waitFor({ state: 'detached' });
  // The only name that fits is taken at once.
  await page.keyboard.type(', sales_v');
  await page.keyboard.press('Tab');
  await page.locator('.cm-line').getByText('print(sales_total, sales_volume)').waitFor();
  expect(await page.locator('.cm-tooltip-autocomplete').count()).toBe(0);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('math.floor(');
  await page.keyboard.press('Shift+Tab');
  await page.getByRole('tooltip').getByText('Return the floor of x').waitFor();
  expect(await page.getByRole('tooltip').innerText()).not.toContain('\u001b');
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'editor-inspection');
  await page.keyboard.press('Escape');
  await page.getByRole('tooltip').waitFor({ state: 'detached' });
  // Escape closed the box; the editor still has the focus. Brackets close themselves.
  await page.keyboard.type('2.5');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('# kept');
  const written = 'print(sales_total, sales_volume)\nmath.floor(2.5)\n    # kept';
  const readCode = () => page.locator('.cm-line').allInnerTexts();
  await expect.poll(async () => (await readCode()).join('\n')).toBe(written);

  await page.reload();
  await isReady(page);
  await expect.poll(async () => (await readCode()).join('\n')).toBe(written);
  expect(await page.evaluate(() => document.activeElement?.closest('.cm-editor'))).toBeNull();
  await editorOf(page).focus();
  await page.keyboard.press('Control+Enter');
  await cellOf(page, '2').getByText('12 3', { exact: true }).waitFor();
  await editorOf(page).waitFor({ state: 'detached' });
  await hasFocus(page, '[data-selected="true"]');
  await page.reload();
  await cellOf(page, '2').waitFor();
  expect(await editorOf(page).count()).toBe(0);
  expect(await readBroken(page)).toEqual([]);
});

test('what is typed while the editor loads is kept; the editor works on a phone and without its code', async () => {
  const { page } = await openNotebook(['n = 1']);
  let letIn = () => {};
  const gate = new Promise<void>((resolve) => {
    letIn = resolve;
  });
  const isHeld = Promise.withResolvers<void>();
  await selectFirst(page);
  await intercept(page, /\/_next\/static\/.*\.js/, async (route) => {
    isHeld.resolve();
    await gate;
    await route.continue();
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.keyboard.press('Enter');
  await isHeld.promise;
  await page.keyboard.type('0\nm = 2');
  expect(await editorOf(page).inputValue()).toBe('n = 10\nm = 2');
  await page.keyboard.press('ArrowLeft');
  letIn();
  await isReady(page);
  await hasFocus(page, '.cm-content');
  await page.keyboard.type('4');
  expect((await page.locator('.cm-line').allInnerTexts()).join('\n')).toBe('n = 10\nm = 42');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'editor-phone');
  // Leaving keeps the text, as JupyterLab does.
  await page.keyboard.press('Escape');
  await page.getByText('m = 42').waitFor();
  await hasFocus(page, '[data-selected="true"]');
});

test('keys of command mode work as in JupyterLab, and only in the notebook', async () => {
  const { page } = await openNotebook(['print("one")', 'print("two")', 'print("three")']);
  const shown = () => page.locator('[data-cell-id]').allInnerTexts();
  const isSelected = (text: string) => selected(page).getByText(text).first().waitFor();
  // A new cell is there before it is selected.
  const isSelectedAt = (index: number) =>
    page.locator('[data-cell-id]').nth(index).and(page.locator('[data-selected="true"]:focus')).waitFor();
  await selectFirst(page);
  await isSelected('one');
  await page.keyboard.press('j');
  await isSelected('two');
  await page.keyboard.press('ArrowDown');
  await isSelected('three');
  await page.keyboard.press('k');
  await page.keyboard.press('ArrowUp');
  await isSelected('one');
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'editor-selected');

  await page.keyboard.press('b');
  await page.waitForFunction(() => document.querySelectorAll('[data-cell-id]').length === 4);
  await isSelectedAt(1);
  await page.keyboard.press('Enter');
  await isWritten(page);
  await page.keyboard.type('below');
  await page.keyboard.press('Escape');
  await isSelected('below');
  await page.keyboard.press('a');
  await page.waitForFunction(() => document.querySelectorAll('[data-cell-id]').length === 5);
  await isSelectedAt(1);
  await page.keyboard.press('Enter');
  await isWritten(page);
  await page.keyboard.type('above');
  await page.keyboard.press('Escape');
  await isSelected('above');
  await expect
    .poll(async () => (await shown()).map((text) => text.match(/one|above|below|two|three/)?.[0]))
    .toEqual(['one', 'above', 'below', 'two', 'three']);

  await page.keyboard.press('m');
  await page.locator('[data-selected="true"][aria-label="Note"]').waitFor();
  await page.keyboard.press('Enter');
  const note = page.getByRole('textbox', { name: CELL_TEXTS.noteField });
  await note.waitFor();
  await isWritten(page);
  await page.keyboard.press('Home');
  await page.keyboard.type('# Title: ');
  await page.keyboard.press('Shift+Enter');
  await isSelected('below');
  await page.getByRole('heading', { name: /Title/ }).waitFor();
  await page.getByRole('heading', { name: /Title/ }).dblclick();
  await note.waitFor();
  await isWritten(page);
  await page.keyboard.press('Escape');
  await hasFocus(page, '[data-selected="true"]');
  await page.keyboard.press('y');
  await page.locator(`[data-selected="true"][aria-label="${COMMAND_TEXTS.codeNotRun}"]`).waitFor();

  await pressTwice(page, 'd');
  await page.waitForFunction(() => document.querySelectorAll('[data-cell-id]').length === 4);
  await isSelected('below');
  await page.keyboard.press('z');
  await page.waitForFunction(() => document.querySelectorAll('[data-cell-id]').length === 5);
  await pressTwice(page, 'd');
  await page.waitForFunction(() => document.querySelectorAll('[data-cell-id]').length === 4);

  await page.keyboard.press('k');
  await isSelected('one');
  await page.keyboard.press('Control+Enter');
  await cellOf(page, '1').getByText('one', { exact: true }).waitFor();
  await isSelected('one');
  await page.keyboard.press('Alt+Enter');
  await cellOf(page, '2').getByText('one', { exact: true }).waitFor();
  await isWritten(page);
  await page.keyboard.type('import time; print("busy", flush=True); time.sleep(600)');
  await page.keyboard.press('Control+Enter');
  await cellOf(page, '*').getByText('busy', { exact: true }).waitFor();
  await hasFocus(page, '[data-selected="true"]');
  await pressTwice(page, 'i');
  await cellOf(page, '3').getByText(ENDING_TEXTS.interrupted).first().waitFor();
  await pressTwice(page, '0');
  const dialog = page.getByRole('dialog', { name: COMMAND_RUN_TEXTS.restartTitle });
  await dialog.waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Restart' }).click();
  await page.getByText('You restarted the kernel').first().waitFor();

  // Letters typed elsewhere are letters.
  const task = page.getByRole('textbox', { name: 'Task' });
  const before = await page.locator('[data-cell-id]').count();
  await task.fill('');
  await task.pressSequentially('dd ab j 00 ii ?');
  expect(await task.inputValue()).toBe('dd ab j 00 ii ?');
  await page.getByRole('banner').getByRole('link', { name: UI_TEXTS.startPage }).focus();
  await pressTwice(page, 'd');
  await page.keyboard.press('?');
  expect(await page.locator('[data-cell-id]').count()).toBe(before);
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('the palette finds commands and runs them; the sheet lists the keys', async () => {
  const { page } = await openNotebook(['print("one")', 'print("two")']);
  await selectFirst(page);
  await page.keyboard.press('Control+Shift+C');
  const field = page.getByRole('combobox', { name: COMMAND_LAYER_TEXTS.search });
  await field.waitFor();
  expect(await page.getByRole('option').count()).toBeGreaterThan(10);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'palette');
  await page.keyboard.type('xyzzy');
  await page.getByText(COMMAND_LAYER_TEXTS.noMatch).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await field.fill('select next');
  await page
    .getByRole('option', { name: COMMAND_TITLES['cell-next'].title })
    .and(page.locator('[data-focused]'))
    .waitFor();
  await page.keyboard.press('Enter');
  await field.waitFor({ state: 'detached' });
  await selected(page).getByText('two').waitFor();
  await hasFocus(page, '[data-selected="true"]');
  await page.keyboard.press('Control+k');
  await field.waitFor();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  await hasFocus(page, '[data-selected="true"]');

  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: COMMAND_TEXTS.shortcuts });
  await sheet.getByText(COMMAND_TITLES['cell-run-advance'].title).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'shortcuts');
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: COMMAND_TEXTS.shortcuts }).click();
  await sheet.waitFor();
});
