/** Questions after their runs: rephrased when there was no answer, deleted with their cells, never covered. */

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CELL_TEXTS } from '../../../components/notebook/cells/cell-texts.ts';
import { COMMAND_TEXTS } from '../../../components/notebook/commands/command-texts.ts';
import { COMMAND_RUN_TEXTS } from '../../../components/notebook/commands/runs/command-run-texts.ts';
import { UNDO_TEXTS } from '../../../components/notebook/commands/runs/undo-texts.ts';
import { COMMAND_TITLES } from '../../../components/notebook/commands/table/command-titles.ts';
import { RUN_LINE_TEXTS } from '../../../components/notebook/view/run-line-texts.ts';
import { VIEW_TEXTS } from '../../../components/notebook/view/view-texts.ts';
import { SESSION_TEXTS } from '../../../components/pages/session/session-texts.ts';
import { UI_TEXTS } from '../../../components/ui/ui-texts.ts';
import { followUntil, isEnded, post } from '../../helpers/app/app-client.ts';
import { openApp, openScriptedApp } from '../../helpers/app/shared-app.ts';
import {
  findAccessibilityFaults,
  keepScreenshot,
  logIn,
  openPage,
  takeScreenshots,
} from '../../helpers/page/browser.ts';
import { recordEvents, toCellEvents, toRunEvents } from '../../helpers/runtime/recorded-notebook.ts';

const CODE = '```python\nn = 2\nratio = 0.5\nname = "secret"\nprint(n)\n```';
const question = (page: Page) => page.locator('[data-cell-id][aria-label="Question"]');

async function deleteQuestion(page: Page) {
  await question(page).focus();
  await question(page).hover();
  await question(page).getByRole('button', { name: COMMAND_TEXTS.cellMenu }).click();
  await page.getByRole('menuitem', { name: COMMAND_TITLES['run-delete'].title }).click();
  await page.getByText(COMMAND_RUN_TEXTS.runDeleted).waitFor();
  await question(page).waitFor({ state: 'detached' });
}

test('a question is deleted with its cells, comes back by undo, and stays gone when it is deleted', async () => {
  const app = await openScriptedApp([CODE, 'It is two.', 'I do not see it either.']);
  const { id = '' } = await post(app, '/api/sessions');
  await post(app, `/api/sessions/${id}/runs`, { task: 'How many are there?' });
  await followUntil(app, id, isEnded);
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  await page.getByRole('region', { name: 'Answer' }).waitFor();

  await deleteQuestion(page);
  expect(await page.locator('[data-cell-id]').count()).toBe(0);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(UNDO_TEXTS.undone['delete-run']).waitFor();
  await page.getByRole('region', { name: 'Answer' }).getByText('It is two.').waitFor();

  await deleteQuestion(page);
  await page.reload();
  await page.getByRole('button', { name: VIEW_TEXTS.addCell }).waitFor();
  await page
    .getByRole('textbox', { name: new RegExp(`^(Task|${SESSION_TEXTS.followUp})$`) })
    .fill('What did I ask?');
  await page.keyboard.press('Enter');
  await page.getByText('I do not see it either.').first().waitFor();
  await page.locator('[data-outcome="answered"]').waitFor();
  await expect.poll(() => question(page).count()).toBe(1);
  const markdown = await (await app.request(`/api/sessions/${id}/export?format=md`)).text();
  expect(markdown).toContain('What did I ask?');
  expect(markdown).not.toContain('How many are there?');

  // Numbers are shown with their values; a text may be a password.
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Variables' }).click();
  const variables = page.getByRole('list', { name: 'Variables' });
  await variables.getByRole('listitem').filter({ hasText: 'ratio' }).getByText('0.5').waitFor();
  await variables.getByRole('listitem').filter({ hasText: 'name' }).waitFor();
  expect(await variables.innerText()).not.toContain('secret');
});

test('a question the built-in analyst cannot answer returns to the field to be rephrased', async () => {
  const app = await openApp();
  const { id = '' } = await post(app, '/api/sessions');
  await app.request(`/api/sessions/${id}/files/sales.csv`, {
    method: 'PUT',
    body: 'city,price\nRome,2\nOslo,3\nRome,4\n',
  });
  const task = 'What is the average weight of the elephants?';
  await post(app, `/api/sessions/${id}/runs`, { task, files: ['sales.csv'] });
  await followUntil(app, id, isEnded);
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  await page.getByRole('region', { name: 'Not answered' }).waitFor();
  expect(await page.getByRole('region', { name: 'Answer', exact: true }).count()).toBe(0);
  expect(await page.getByRole('button', { name: UI_TEXTS.tryAgain }).count()).toBe(0);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await keepScreenshot(page, 'not-answered');
  const field = page.getByRole('textbox', { name: SESSION_TEXTS.followUp });
  const suggestion = 'Which city has the highest average price?';
  await page.getByRole('button', { name: suggestion }).click();
  await expect.poll(() => field.inputValue()).toBe(suggestion);
  await page.getByRole('button', { name: RUN_LINE_TEXTS.rephrase }).click();
  await expect.poll(() => field.inputValue()).toBe(task);
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await field.fill('My own words.');
  await page.getByRole('button', { name: suggestion }).click();
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await expect.poll(() => field.inputValue()).toBe(`My own words.\n${suggestion}`);
});

const LONG_CODE =
  'first_name = [column for column in frame.columns if column.startswith("name")]\nfirst_name';

test('on a touch screen no button covers a long question or code, choices are in lines, and an empty cell says how to write in it', async () => {
  const app = await openApp();
  const run = toRunEvents({ task: 'Is every heading of this page readable? '.repeat(6), answer: 'Yes.' });
  const { events } = toCellEvents([{ source: '' }, { source: LONG_CODE }]);
  const id = await recordEvents(app, [...run, ...events]);
  const page = await openPage({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 640 } });
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  const text = await question(page).getByText('Is every heading').boundingBox();
  const menu = await question(page).getByRole('button', { name: COMMAND_TEXTS.cellMenu }).boundingBox();
  expect(text && menu && menu.y >= text.y + text.height).toBe(true);
  await page.getByText(CELL_TEXTS.emptyCode).waitFor();
  const code = page.locator('pre', { hasText: 'first_name' });
  const shown = await code.locator('..').boundingBox();
  for (const button of await code.locator('xpath=ancestor::div[.//button][1]').getByRole('button').all()) {
    const box = await button.boundingBox();
    // Beside the part of the code that is shown, or not shown before a tap.
    expect(!box || (shown && box.x >= shown.x + shown.width)).toBe(true);
  }
  const form = page.locator('form', {
    has: page.getByRole('textbox', { name: SESSION_TEXTS.followUp }),
  });
  const model = await form.locator('[aria-haspopup="dialog"]').last().boundingBox();
  const approval = await form.getByRole('combobox').boundingBox();
  if (!model || !approval) throw new Error('The choices are not drawn.');
  expect(approval.y).toBeGreaterThanOrEqual(model.y + model.height);
  expect(Math.abs(approval.x - model.x)).toBeLessThanOrEqual(1);
  // As wide as its words, with its arrow next to them.
  expect(approval.width).toBeLessThan(200);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await takeScreenshots(page, 'touch-question');
});
