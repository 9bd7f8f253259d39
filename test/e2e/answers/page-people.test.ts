/** What the user does in the page: approves, edits, and refuses code, writes to a run, works in its cells. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { APPROVAL_TEXTS } from '../../../components/ask/approval-texts.ts';
import { CELL_PART_TEXTS } from '../../../components/notebook/cells/cell-part-texts.ts';
import { CELL_TEXTS } from '../../../components/notebook/cells/cell-texts.ts';
import { ASK_AGAIN } from '../../../components/notebook/view/basis-note.tsx';
import { VIEW_TEXTS } from '../../../components/notebook/view/view-texts.ts';
import { TIMING_TEXTS } from '../../../components/pages/session/message-timing.tsx';
import { SESSION_TEXTS } from '../../../components/pages/session/session-texts.ts';
import { SESSION_LIST_TEXTS } from '../../../components/panels/sessions/session-list-texts.ts';
import { BASIS_CHANGED } from '../../../lib/session/stale/find-changed-basis.ts';
import { OUTPUT_TEXTS } from '../../../lib/session/view/cells/describe-output.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import {
  findAccessibilityFaults,
  keepScreenshot,
  openPage,
  openStartPage,
  unfoldWork,
} from '../../helpers/page/browser.ts';

const fence = (code: string) => `\`\`\`python\n${code}\n\`\`\``;
const cellOf = (page: Page, prompt: string) =>
  page.getByRole('region', { name: CELL_TEXTS.codeCell(`In [${prompt}]`), exact: true });

/** Whether the button that runs a new cell is above the question's form. */
async function isAboveDock(page: Page): Promise<boolean> {
  const run = await page.getByRole('button', { name: 'Run', exact: true }).boundingBox();
  const form = await page.getByRole('form', { name: SESSION_TEXTS.followUp }).boundingBox();
  return run !== null && form !== null && run.y + run.height <= form.y;
}

async function ask(page: Page, question: string) {
  await page.getByRole('textbox', { name: 'Task' }).fill(question);
  await page.keyboard.press('Enter');
}

test('code is approved by key, edited, and refused with a reason; the start page shows that it waits', async () => {
  let told = '';
  const app = await openScriptedApp([
    fence('x = 1'),
    fence('print("as written")'),
    fence('import os\nos.remove("x")'),
    ({ messages }) => {
      told = JSON.stringify(messages);
      return 'All decided.';
    },
  ]);
  const page = await openPage();
  await openStartPage(page, app);
  await page.getByRole('combobox', { name: 'Approval' }).selectOption(APPROVAL_TEXTS.always);
  await ask(page, 'Do three things.');

  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  await approve.waitFor();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('Space');
  await page
    .getByRole('status')
    .getByText(new RegExp(VIEW_TEXTS.waitsForYou('.*', 'approval')))
    .waitFor();
  await page.waitForFunction((waiting) => document.title.startsWith(waiting), SESSION_TEXTS.waiting);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'approval');
  const other = await page.context().newPage();
  await other.goto(app.url);
  await other.getByText(SESSION_LIST_TEXTS.waiting).waitFor();
  await other.close();
  await page.reload();
  await page.getByRole('button', { name: VIEW_TEXTS.goToCell }).press('Enter');
  await page.getByRole('region', { name: 'Approval' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await approve.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');

  await cellOf(page, '1').getByText(CELL_TEXTS.approvedBy('you')).waitFor();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const field = page.getByRole('textbox', { name: CELL_PART_TEXTS.editedCodeField });
  const isReady = () => page.locator('[data-editor="ready"]').waitFor();
  await isReady();
  await field.fill('');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Edit', exact: true }).and(page.locator(':focus')).press('Enter');
  await isReady();
  await field.fill('print("as " + "edited")');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await findAccessibilityFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await keepScreenshot(page, 'approval-edit-phone');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.keyboard.press('Shift+Enter');
  await page.getByText('as edited', { exact: true }).first().waitFor();

  await page.getByText('It deletes, moves, or renames files.').waitFor();
  await page.getByRole('button', { name: 'Refuse', exact: true }).click();
  await page.getByRole('textbox', { name: CELL_PART_TEXTS.refusal }).fill('Keep my files.');
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'approval-refuse');
  await page.keyboard.press('Enter');
  await page.locator('[data-outcome="answered"]').waitFor();
  await unfoldWork(page);
  await page.getByText('You refused to run this code. Your reason: Keep my files.').first().waitFor();
  await page.getByText('3 cells · 1 refused', { exact: true }).waitFor();
  expect(told).toContain('Keep my files.');
  expect(await page.getByRole('combobox', { name: 'Approval' }).inputValue()).toBe('always');
});

test('a message goes to the run while it works, and appears where it arrived', async () => {
  const app = await openScriptedApp([
    fence(
      'import os, time\nprint("on it", flush=True)\nwhile not os.path.exists("go.txt"): time.sleep(0.02)',
    ),
    ({ messages }) =>
      JSON.stringify(messages).includes('Use the median') ? 'The median is 3.' : 'The mean is 4.',
  ]);
  const page = await openPage();
  await openStartPage(page, app);
  await ask(page, 'What is typical?');
  await page.getByText('on it', { exact: true }).waitFor();
  await page.getByRole('textbox', { name: SESSION_TEXTS.message }).fill('Use the median.');
  await page.keyboard.press('Enter');
  await page.getByText(CELL_TEXTS.steer('You')).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'steering');
  await app.request(`/api${new URL(page.url()).pathname}/files/go.txt`, { method: 'PUT', body: 'go' });
  await page.getByText('The median is 3.').waitFor();
  await page.getByRole('textbox', { name: SESSION_TEXTS.followUp }).waitFor();
});

test('a message can interrupt the running cell, by keyboard', async () => {
  const app = await openScriptedApp([
    fence('import time\nprint("on it", flush=True)\nwhile True: time.sleep(0.02)'),
    ({ messages }) => (JSON.stringify(messages).includes('interrupted the running cell') ? 'Fifty.' : 'All.'),
  ]);
  const page = await openPage();
  await openStartPage(page, app);
  await ask(page, 'Count.');
  await page.getByText('on it', { exact: true }).waitFor();
  const timing = page.getByRole('combobox', { name: TIMING_TEXTS.label });
  await timing.waitFor();
  expect(await timing.inputValue()).toBe('later');
  const field = page.getByRole('textbox', { name: SESSION_TEXTS.message });
  await field.fill('50 are enough.');
  // Over the buttons for files and connections.
  for (let count = 0; count < 3; count++) await page.keyboard.press('Tab');
  expect(await timing.evaluate((select) => select === document.activeElement)).toBe(true);
  await page.keyboard.press('ArrowDown');
  expect(await timing.inputValue()).toBe('now');
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'steering-now');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await keepScreenshot(page, 'steering-now-phone');
  await field.focus();
  await page.keyboard.press('Enter');
  await page.getByText('Fifty.').waitFor();
  await page.getByRole('textbox', { name: SESSION_TEXTS.followUp }).waitFor();
});

test('the user edits a cell, runs it again, sees which are out of date, and adds a cell, by keyboard', async () => {
  const app = await openScriptedApp([fence('n = 2'), fence('print(n * 10)'), 'Twenty.']);
  const page = await openPage();
  await openStartPage(page, app);
  await ask(page, 'Compute.');
  await page.locator('[data-outcome="answered"]').waitFor();
  await unfoldWork(page);

  const edit = cellOf(page, '1').getByRole('button', { name: CELL_TEXTS.edit });
  await edit.focus();
  await page.keyboard.press('Enter');
  const field = page.getByRole('textbox', { name: CELL_TEXTS.codeField });
  const isReady = () => page.locator('[data-editor="ready"]').waitFor();
  await isReady();
  await field.fill('n = 99');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await cellOf(page, '1').getByText('n = 2').waitFor();
  await edit.focus();
  await page.keyboard.press('Enter');
  await isReady();
  await field.fill('n = int(input("n? "))');
  await keepScreenshot(page, 'cell-edit');
  await page.keyboard.press('Shift+Enter');
  await page.getByRole('textbox', { name: 'n?' }).fill('5');
  await page.keyboard.press('Enter');
  await cellOf(page, '3').getByText(CELL_TEXTS.editedBy('you')).waitFor();
  await cellOf(page, '2').getByText(OUTPUT_TEXTS.stale('n')).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'cell-stale');

  const run = cellOf(page, '2').getByRole('button', { name: CELL_TEXTS.run });
  await run.focus();
  await page.keyboard.press('Enter');
  await cellOf(page, '4').getByText('50').first().waitFor();
  await expect.poll(() => page.getByText(OUTPUT_TEXTS.stale('n')).count()).toBe(0);

  await page.setViewportSize({ width: 360, height: 640 });
  await page.getByRole('button', { name: VIEW_TEXTS.addCell }).click();
  await isReady();
  await expect.poll(() => isAboveDock(page)).toBe(true);
  await page.keyboard.type('a\nb\nc\nd');
  await page.locator('.cm-line').getByText('d').waitFor();
  await expect.poll(() => isAboveDock(page)).toBe(true);
  await keepScreenshot(page, 'cell-new-phone');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('textbox', { name: VIEW_TEXTS.newCellField }).fill('print(n + 1)');
  await page.keyboard.press('Shift+Enter');
  await cellOf(page, '5').getByText('6', { exact: true }).waitFor();
  await page.reload();
  await cellOf(page, '5').getByText('6', { exact: true }).waitFor();
  await cellOf(page, '5').getByRole('button', { name: CELL_TEXTS.delete }).click();
  await cellOf(page, '5').waitFor({ state: 'detached' });
});

test('an answer says that a cell under it has changed, links there, and offers to ask again', async () => {
  const app = await openScriptedApp([fence('print(20)'), 'Twenty.', 'Fifty.']);
  const page = await openPage();
  await openStartPage(page, app);
  await ask(page, 'Compute.');
  await page.locator('[data-outcome="answered"]').waitFor();
  const { pathname } = new URL(page.url());
  await unfoldWork(page);
  const cellId = await page
    .locator('[data-cell-id]', { has: cellOf(page, '1') })
    .getAttribute('data-cell-id');
  const cellPath = `/api${pathname}/cells/${cellId}`;
  // What the answer says is then in no output either, which other notes say.
  const note = page.getByRole('note').filter({ hasText: BASIS_CHANGED });
  expect(await note.count()).toBe(0);

  await app.request(cellPath, { method: 'PATCH', body: JSON.stringify({ source: 'print(50)' }) });
  await app.request(`${cellPath}/execute`, { method: 'POST', body: '{}' });
  const words = `${BASIS_CHANGED} In [2]. ${ASK_AGAIN}`;
  await expect.poll(() => note.textContent()).toBe(words);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'answer-changed');
  await page.getByRole('button', { name: /^Work\b/, expanded: true }).click();
  await note.getByRole('button', { name: 'In [2]' }).click();
  await page.locator(`[data-cell-id="${cellId}"]:focus`).waitFor();

  await note.getByRole('button', { name: ASK_AGAIN }).click();
  await page.getByText('Fifty.').first().waitFor();
  await expect.poll(() => page.locator('[data-outcome="answered"]').count()).toBe(2);
  await expect.poll(() => note.count()).toBe(1);
});
