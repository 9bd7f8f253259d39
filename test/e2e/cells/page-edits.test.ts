/** The agent changes cells that are in the notebook: Fix, a wish for a cell, the difference, and the user's word on it. */

import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { APPROVAL_TEXTS } from '../../../components/ask/approval-texts.ts';
import { CELL_PART_TEXTS } from '../../../components/notebook/cells/cell-part-texts.ts';
import { CELL_TEXTS } from '../../../components/notebook/cells/cell-texts.ts';
import { COMMAND_TEXTS } from '../../../components/notebook/commands/command-texts.ts';
import { COMMAND_TITLES } from '../../../components/notebook/commands/table/command-titles.ts';
import { VIEW_TEXTS } from '../../../components/notebook/view/view-texts.ts';
import { SESSION_TEXTS } from '../../../components/pages/session/session-texts.ts';
import { DIFF_TEXTS } from '../../../components/render/code/diff-texts.ts';
import { UI_TEXTS } from '../../../components/ui/ui-texts.ts';
import { OUTPUT_TEXTS } from '../../../lib/session/view/cells/describe-output.ts';
import type { App } from '../../helpers/app/app.ts';
import { post } from '../../helpers/app/app-client.ts';
import { openApp, openScriptedApp } from '../../helpers/app/shared-app.ts';
import { type ModelServerRequest, promptMessages } from '../../helpers/model/model-server.ts';
import {
  findAccessibilityFaults,
  keepScreenshot,
  logIn,
  openPage,
  pressTwice,
  takeScreenshots,
  unfoldWork,
} from '../../helpers/page/browser.ts';
import { printed, type RecordedCell, raised, recordCells } from '../../helpers/runtime/recorded-notebook.ts';

const SOON = { timeout: 60_000 };
const frameOf = (page: Page, cellId: string) => page.locator(`[data-cell-id="${cellId}"]`);
const listCells = (page: Page) =>
  page.locator('[data-cell-id]').evaluateAll((frames) => frames.map((frame) => frame.dataset.cellId));

/** A notebook with cells of the user that have run until one failed; resolves to their IDs. */
async function openCells(app: App, page: Page, sources: string[]): Promise<string[]> {
  const { id } = await post(app, '/api/sessions');
  const ids: string[] = [];
  for (const source of sources)
    ids.push((await post(app, `/api/sessions/${id}/cells`, { type: 'code', source })).cellId ?? '');
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  await page.getByRole('button', { name: VIEW_TEXTS.runAll }).click();
  await page.getByText('failed: NameError').waitFor();
  return ids;
}

const FAILED = {
  source: 'print(nothing)',
  outputs: [raised('NameError', "name 'nothing' is not defined")],
};

/** A notebook whose cells have run before; resolves to their IDs. */
async function openRecorded(app: App, page: Page, cells: readonly RecordedCell[]): Promise<string[]> {
  const { id, cellIds } = await recordCells(app, cells);
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  await page.getByText('NameError').first().waitFor();
  return cellIds;
}

/** Replaces the cell that the task is about. */
const replace = (source: string) => (request: ModelServerRequest) => {
  const told = promptMessages(request)
    .map(({ text }) => text)
    .join('\n');
  const id = [...told.matchAll(/Replace cell ([\w-]+)/g)].at(-1)?.[1];
  return `I correct it.\n\`\`\`python cell=${id}\n${source}\n\`\`\``;
};

test('Fix repairs a cell in its place and shows the difference; a wish is shown before anything is changed', async () => {
  const app = await openScriptedApp([
    replace('total = sum(numbrs)\nprint(total)'),
    replace('total = sum(numbers)\nprint(total)'),
    'The name was misspelled.',
    replace('numbers = []'),
    replace('numbers = [1, 2, 3, 4]'),
    'There are four now.',
  ]);
  const page = await openPage();
  const [a = '', b = ''] = await openCells(app, page, [
    'numbers = [1, 2, 3]',
    'total = sum(number)\nprint(total)',
  ]);
  const fix = frameOf(page, b).getByRole('button', { name: CELL_TEXTS.fix });
  await fix.waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'cell-fix');
  // What is in the editor is what the agent is shown.
  await frameOf(page, b).focus();
  await page.keyboard.press('Enter');
  await frameOf(page, b).locator('.cm-content:focus').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('total = sum(numberz)\nprint(total)');
  await fix.focus();
  await page.keyboard.press('Enter');
  await page.getByText('The name was misspelled.').waitFor();
  await page.locator('[data-outcome="answered"]').waitFor();

  // The same cell, not another one: it has the number of its last attempt.
  const code = (await listCells(page)).filter((id) => !id?.startsWith('task-'));
  expect(code.slice(0, 2)).toEqual([a, b]);
  await frameOf(page, b).getByText('6', { exact: true }).first().waitFor();
  await frameOf(page, b)
    .getByText(CELL_PART_TEXTS.changedByAgent(1, 1, 2))
    .waitFor();
  const difference = frameOf(page, b).getByRole('group', { name: DIFF_TEXTS.difference });
  await expect.poll(() => difference.locator('del').innerText()).toContain('total = sum(numberz)');
  await expect.poll(() => difference.locator('ins').innerText()).toContain('total = sum(numbers)');
  expect(await fix.count()).toBe(0);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await frameOf(page, b).scrollIntoViewIfNeeded();
  await keepScreenshot(page, 'cell-fixed');
  await unfoldWork(page);
  await page.getByRole('link', { name: VIEW_TEXTS.replacedCell }).last().waitFor();
  expect(await page.getByRole('link', { name: VIEW_TEXTS.replacedCell }).count()).toBe(2);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'cell-fixed-work');

  await page.getByRole('combobox', { name: 'Approval' }).selectOption(APPROVAL_TEXTS.risky);
  await frameOf(page, a).hover();
  await frameOf(page, a).getByRole('button', { name: COMMAND_TEXTS.cellMenu }).click();
  await page.getByRole('menuitem', { name: COMMAND_TITLES['cell-change'].title }).click();
  await page.getByText(SESSION_TEXTS.change('In [1]')).waitFor();
  await page.getByPlaceholder(SESSION_TEXTS.changePlaceholder).fill('Use four numbers.');
  await keepScreenshot(page, 'cell-change');
  await page.keyboard.press('Enter');
  const card = frameOf(page, a).getByRole('region', { name: 'Approval' });
  await card.getByText(CELL_PART_TEXTS.askToEdit).waitFor();
  await expect.poll(() => card.locator('ins').innerText()).toContain('numbers = []');
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await frameOf(page, a).scrollIntoViewIfNeeded();
  await keepScreenshot(page, 'cell-edit-approval');
  await card.getByRole('button', { name: 'Refuse' }).click();
  await page.keyboard.insertText('Four of them.');
  await page.keyboard.press('Enter');
  await expect.poll(() => card.locator('ins').innerText(), SOON).toContain('[1, 2, 3, 4]');
  await frameOf(page, a).getByText('In [1]', { exact: true }).waitFor();
  await card.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('There are four now.').waitFor();
  await frameOf(page, a)
    .getByText(CELL_PART_TEXTS.changedByAgent(1, 1, 1))
    .waitFor();
  await frameOf(page, b).getByText(OUTPUT_TEXTS.stale('numbers')).waitFor();
  for (const width of [390, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await frameOf(page, a).scrollIntoViewIfNeeded();
    await keepScreenshot(page, `cell-changed-${width}`);
  }
  await page.reload();
  await frameOf(page, a)
    .getByText(CELL_PART_TEXTS.changedByAgent(1, 1, 1))
    .waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

test('without a language model Fix says what it needs', async () => {
  const app = await openApp();
  const page = await openPage();
  const [a = ''] = await openRecorded(app, page, [FAILED]);
  await frameOf(page, a).getByRole('button', { name: CELL_TEXTS.fix }).click();
  await page.getByText(SESSION_TEXTS.changeNeedsModel).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'cell-fix-without-model');
  expect(await page.locator('[data-outcome]').count()).toBe(0);
});

test('a question whose cell was deleted says what to do, and does it once the cell is back', async () => {
  const app = await openScriptedApp([{ status: 400 }, 'It has no value.']);
  const page = await openPage();
  const [a = ''] = await openRecorded(app, page, [FAILED]);
  const api = `/api${new URL(page.url()).pathname}`;
  await post(app, `${api}/runs`, { task: 'Why?', about: { cellId: a, purpose: 'ask' } });
  const again = page.getByRole('button', { name: UI_TEXTS.tryAgain });
  await again.waitFor();
  await frameOf(page, a).focus();
  await pressTwice(page, 'd');
  await frameOf(page, a).waitFor({ state: 'detached' });
  await again.click();
  const refusal = page.getByText('about a cell that is not in the notebook');
  await refusal.waitFor();
  // All of it, on a phone as well.
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.getByRole('button', { name: UI_TEXTS.details }).count()).toBe(0);
    expect(await refusal.evaluate((text) => text.scrollWidth > text.clientWidth)).toBe(false);
  }
  // Which cell it was is not a link while the cell is not there.
  const subject = page.getByText(CELL_TEXTS.about('In [1]'));
  expect(await subject.getAttribute('title')).toBe(CELL_TEXTS.subjectGone);
  expect(await subject.getAttribute('href')).toBeNull();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'retry-without-cell');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await frameOf(page, a).waitFor();
  await expect.poll(() => subject.first().getAttribute('href')).toBe(`#${a}`);
  await again.click();
  await page.getByText('It has no value.').first().waitFor();
});

test('what is selected in an output is quoted in the question', async () => {
  let told = '';
  const app = await openScriptedApp([
    (request) => {
      told = promptMessages(request)
        .map(({ text }) => text)
        .join('\n');
      return 'It is the second.';
    },
  ]);
  const page = await openPage();
  const three = { source: 'print("first\\nsecond\\nthird")', outputs: [printed('first\nsecond\nthird\n')] };
  const [a = '', b = ''] = await openRecorded(app, page, [three, { ...FAILED, source: 'nothing' }]);
  const output = frameOf(page, a).locator('[data-outputs]').getByText('first');
  const ask = page.getByRole('button', { name: VIEW_TEXTS.askAboutQuote, exact: true });
  const select = (from: number, to: number) =>
    output.evaluate(
      (element, [start, end]) => {
        const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
        if (text) getSelection()?.setBaseAndExtent(text, start, text, end);
      },
      [from, to] as const,
    );
  const askByMenu = async (cellId: string) => {
    await frameOf(page, cellId).getByRole('button', { name: COMMAND_TEXTS.cellMenu }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: COMMAND_TITLES['cell-ask'].title }).focus();
    await page.keyboard.press('Enter');
  };
  await select(6, 12);
  await ask.waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'quote-button');
  // It stays at the text in a window of another width.
  await page.setViewportSize({ width: 700, height: 900 });
  const leftOf = (element: Locator) => element.evaluate((each) => each.getBoundingClientRect().left);
  await expect.poll(async () => Math.abs((await leftOf(ask)) - (await leftOf(output)))).toBeLessThan(20);
  await page.setViewportSize({ width: 1280, height: 900 });
  await ask.click();
  await page.getByText('“second”').waitFor();
  // Others join it, each once, and each can be removed.
  for (const [from, to] of [
    [0, 5],
    [13, 18],
    [13, 18],
  ] as const) {
    await select(from, to);
    await ask.click();
  }
  const remove = (what: string) =>
    page.getByRole('button', { name: SESSION_TEXTS.notAbout(what), exact: true });
  await remove('“third”').waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeScreenshots(page, 'quotes');
  await page.setViewportSize({ width: 390, height: 900 });
  await takeScreenshots(page, 'quotes-phone');
  await page.setViewportSize({ width: 1280, height: 900 });
  await remove('“first”').click();
  await askByMenu(b);
  await remove('nothing').waitFor();
  await page.getByRole('textbox', { name: 'Task' }).fill('What is this?');
  await keepScreenshot(page, 'quote-written');
  await page.keyboard.press('Enter');
  await page.getByText('It is the second.').waitFor();
  await page.locator('[data-outcome="answered"]').waitFor();
  expect(await page.locator('blockquote').allInnerTexts()).toEqual(['second', 'third']);
  for (const quote of ['second', 'third'])
    expect(told).toContain(`[The user selected this in what it shows:]\n${quote}`);
  expect(told).toContain('[It is also about the cell In [2] `nothing`.]');
  expect(await remove('“second”').count()).toBe(0);
  await takeScreenshots(page, 'quotes-asked');
  expect(await findAccessibilityFaults(page)).toEqual([]);

  // By keyboard it is in the menu, and text that is not in an output is not quoted.
  await select(0, 5);
  await askByMenu(a);
  await page.getByText('“first”').waitFor();
  await frameOf(page, b).locator('code').first().selectText();
  await ask.waitFor({ state: 'detached' });
});
