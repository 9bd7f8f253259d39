/** What the user types while a reply, a part of the page, or the page itself is on its way goes where it was meant to go. */
import { setTimeout } from 'node:timers/promises';
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { COMMAND_TEXTS } from '../../components/notebook/commands/command-texts.ts';
import { UNDO_TEXTS } from '../../components/notebook/commands/runs/undo-texts.ts';
import { COMMAND_TITLES } from '../../components/notebook/commands/table/command-titles.ts';
import { VIEW_TEXTS } from '../../components/notebook/view/view-texts.ts';
import { isBusy } from '../../lib/session/session.ts';
import { followUntil, post } from '../helpers/app-client.ts';
import { logIn, openPage, pressQuickly, unfoldWork } from '../helpers/browser.ts';
import { openScriptedApp } from '../helpers/shared-app.ts';

/** Long enough for all that a test types meanwhile. */
const LATE_MS = 1_500;

/** The next request to the address arrives late. */
async function delayOnce(page: Page, url: string): Promise<void> {
  const delay = async (route: Route) => {
    await setTimeout(LATE_MS);
    await route.continue();
  };
  await page.route(url, delay, { times: 1 });
}

async function open(sources: string[], script: Parameters<typeof openScriptedApp>[0] = []) {
  const app = await openScriptedApp(script);
  const { id = '' } = await post(app, '/api/sessions');
  const ids: string[] = [];
  for (const source of sources)
    ids.push((await post(app, `/api/sessions/${id}/cells`, { type: 'code', source })).cellId ?? '');
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  const frame = (index: number) => page.locator(`[data-cell-id="${ids[index]}"]`);
  await frame(0).focus();
  const until = (isDone: Parameters<typeof followUntil>[2]) => followUntil(app, id, isDone);
  const untilSources = (...wanted: string[]) =>
    until(({ cells }) => JSON.stringify(cells.map(({ source }) => source)) === JSON.stringify(wanted));
  return { app, id, page, frame, until, untilSources };
}

test('keys pressed before a new cell is there are for that cell', async () => {
  const { page, id, frame, until, untilSources } = await open(['first = 1', 'second = 2']);
  await delayOnce(page, `**/sessions/${id}/cells`);
  await page.keyboard.press('b');
  await page.keyboard.press('Enter');
  // As commands, these would cut a cell, copy it, and delete another.
  await page.keyboard.type('xcdd = 3', { delay: 20 });
  await page.keyboard.press('Enter');
  await page.keyboard.type('y = 4');
  await page.locator('[role="textbox"]').getByText('y = 4').waitFor();
  await page.keyboard.press('Escape');
  await untilSources('first = 1', 'xcdd = 3\ny = 4', 'second = 2');

  // The same from an editor, whose cell runs first.
  await frame(1).focus();
  await page.keyboard.press('Enter');
  await delayOnce(page, `**/sessions/${id}/cells`);
  await page.keyboard.press('Alt+Enter');
  await page.keyboard.type('xdd = 5', { delay: 20 });
  await page.locator('[role="textbox"]').getByText('xdd = 5').waitFor();
  await page.keyboard.press('Escape');
  await untilSources('first = 1', 'xcdd = 3\ny = 4', 'second = 2', 'xdd = 5');

  // As fast as keys can come: what runs is all that was typed.
  for (const name of ['a1', 'b2', 'c3']) {
    await page.keyboard.press('b');
    await page.keyboard.press('Enter');
    await page.keyboard.type(`${name} = 1; ${name}`);
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Escape');
  }
  const ran = await until((session) => session.executions === 4 && !isBusy(session));
  expect(ran.cells.map(({ ranSource }) => ranSource).filter(Boolean)).toEqual([
    'second = 2',
    'a1 = 1; a1',
    'b2 = 1; b2',
    'c3 = 1; c3',
  ]);
});

test('a user who went elsewhere meanwhile stays there', async () => {
  const { page, id, frame, until, untilSources } = await open(['first = 1', 'second = 2']);
  const question = page.locator('form textarea');
  await delayOnce(page, `**/sessions/${id}/cells`);
  await page.keyboard.press('b');
  await question.click();
  await until(({ cells }) => cells.length === 3);
  // Its frame, and whatever the reply does.
  await expect.poll(() => page.locator('[data-cell-id]').count()).toBe(3);
  await setTimeout(100);
  await page.keyboard.type('dd');
  expect(await question.inputValue()).toBe('dd');
  // An undo, too.
  await frame(0).focus();
  await delayOnce(page, `**/sessions/${id}/undo`);
  await page.keyboard.press('z');
  await question.click();
  await until(({ cells }) => cells.length === 2);
  await page.getByText(UNDO_TEXTS.undone.insert).waitFor();
  await page.keyboard.type('d');
  expect(await question.inputValue()).toBe('ddd');

  // Keys for a cell that does not come are for no other.
  await frame(0).focus();
  const fail = async (route: Route) => {
    await setTimeout(LATE_MS);
    await route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'Not now.' } } });
  };
  await page.route(`**/sessions/${id}/cells`, fail, { times: 1 });
  await page.keyboard.press('b');
  await page.keyboard.type('xdd', { delay: 20 });
  await page.getByText('Not now.').waitFor();
  await frame(1).focus();
  await page.keyboard.press('d');
  await page.keyboard.press('d');
  await untilSources('first = 1');
  const countFrames = () => page.locator('[data-cell-id]').count();
  await expect.poll(countFrames).toBe(1);

  // Nor are they for a cell that the user goes to before the reply.
  await page.keyboard.press('b');
  await untilSources('first = 1', '');
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).not.toContain('first');
  await delayOnce(page, `**/sessions/${id}/cells`);
  await page.keyboard.press('b');
  await page.keyboard.type('xdd', { delay: 20 });
  await frame(0).focus();
  await page.keyboard.press('ArrowDown');
  await untilSources('first = 1', '', '');
  await expect.poll(countFrames).toBe(3);
  await page.keyboard.press('d');
  await page.keyboard.press('d');
  await untilSources('first = 1', '');
});

test('keys pressed again at once delete the next cell in view', async () => {
  const { page, id, frame, untilSources } = await open(['a = 1', 'b = 2', 'c = 3', 'd = 4', 'e = 5']);
  await frame(1).focus();
  await pressQuickly(page, ['d', 'd', 'd', 'd']);
  await untilSources('a = 1', 'd = 4', 'e = 5');
  // As on a slow line.
  await delayOnce(page, `**/sessions/${id}/cells/*`);
  await pressQuickly(page, ['d', 'd', 'x']);
  await untilSources('a = 1');
  await page.getByRole('button', { name: 'Undo' }).click();
  await untilSources('a = 1', 'e = 5');
});

test('after the last cell of the work, the cell below it is selected, not the answer above', async () => {
  const { app, page, id, until } = await open(['a = 1'], ['```python\nprint(1)\n```', 'One.']);
  await post(app, `/api/sessions/${id}/runs`, { task: 'One?' });
  await page.locator('[data-outcome="answered"]').waitFor();
  const { cellId } = await post(app, `/api/sessions/${id}/cells`, { type: 'code', source: 'b = 2' });
  await unfoldWork(page);
  await page.getByRole('article', { name: COMMAND_TEXTS.codeRun(1) }).focus();
  await pressQuickly(page, ['d', 'd']);
  await page.locator(`[data-cell-id="${cellId}"]:focus`).waitFor();
  await pressQuickly(page, ['d', 'd']);
  const { cells } = await until((session) => session.cells.length === 3);
  expect(cells.map(({ role }) => role)).toEqual(['code', 'task', 'answer']);
});

test('Escape in the field for a new cell makes the next keys commands at once', async () => {
  const { page, id, untilSources } = await open(['first = 1']);
  await page.getByRole('button', { name: VIEW_TEXTS.addCell }).click();
  await page.locator(`[role="textbox"][aria-label="${VIEW_TEXTS.newCellField}"]`).waitFor();
  await page.keyboard.type('second = 2');
  await delayOnce(page, `**/sessions/${id}/cells`);
  await page.keyboard.press('Escape');
  await page.keyboard.press('a');
  await page.keyboard.press('Enter');
  await page.keyboard.type('between = 3');
  await page.keyboard.press('Escape');
  await untilSources('first = 1', 'between = 3', 'second = 2');
});

test('what is typed while the palette loads is its search, and an Undo outlives looking around', async () => {
  const { page, frame, untilSources } = await open(['first = 1', 'second = 2', 'third = 3']);
  await page.keyboard.press('d');
  await page.keyboard.press('d');
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  expect(await undo.count()).toBe(1);
  await frame(2).focus();
  await delayOnce(page, '**/_next/static/**/*.js');
  await page.keyboard.press('Control+k');
  // As commands, these would cut and delete cells.
  await page.keyboard.type('xdd', { delay: 20 });
  const search = page.getByRole('combobox', { name: COMMAND_TEXTS.search });
  await search.waitFor();
  expect(await search.inputValue()).toBe('xdd');
  await untilSources('second = 2', 'third = 3');
  await search.fill('');
  await page.keyboard.type(COMMAND_TITLES['cell-clear-output'].title.slice(0, 4));
  await page.keyboard.press('Escape');
});

test('a question begun before the page listens is kept, below one that was kept before', async () => {
  const { app, page } = await open(['first = 1']);
  await page.goto(app.url);
  const question = page.locator('form textarea');
  const isHeld = Promise.withResolvers<void>();
  const hold = async (route: Route) => {
    await isHeld.promise;
    await route.continue();
  };
  await question.fill('kept');
  await page.route('**/_next/static/**/*.js', hold);
  await page.reload({ waitUntil: 'commit' });
  await question.click();
  await page.keyboard.type('early');
  isHeld.resolve();
  await expect.poll(() => question.inputValue()).toBe('kept\nearly');
  await page.keyboard.type(' and late');
  await page.unroute('**/_next/static/**/*.js');
  await page.reload();
  await expect.poll(() => question.inputValue()).toBe('kept\nearly and late');
});

test('code that asks for approval leaves the focus where the user is about to type: a space would approve it', async () => {
  const { app, page, id } = await open(['first = 1'], ['```python\nprint("ran")\n```', 'Refused.']);
  const question = page.locator('form textarea');
  await question.click();
  await post(app, `/api/sessions/${id}/runs`, { task: 'Print.', approval: 'always' });
  const card = page.getByRole('region', { name: 'Approval' });
  await card.getByRole('button', { name: 'Approve' }).waitFor();
  await page.keyboard.type(' next');
  expect(await question.inputValue()).toBe(' next');
  await card.getByRole('button', { name: 'Refuse' }).click();
  await page.keyboard.press('Enter');
  await page.getByText('Refused.', { exact: true }).waitFor();
});
