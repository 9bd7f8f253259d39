/** What the user types while a reply, a part of the page, or the page itself is on its way goes where it was meant to go. */
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { COMMAND_LAYER_TEXTS } from '../../../components/notebook/commands/command-layer-texts.ts';
import { COMMAND_TEXTS } from '../../../components/notebook/commands/command-texts.ts';
import { UNDO_TEXTS } from '../../../components/notebook/commands/runs/undo-texts.ts';
import { COMMAND_TITLES } from '../../../components/notebook/commands/table/command-titles.ts';
import { VIEW_TEXTS } from '../../../components/notebook/view/view-texts.ts';
import { isBusy } from '../../../lib/session/session.ts';
import { followUntil, post } from '../../helpers/app/app-client.ts';
import { openApp, openScriptedApp } from '../../helpers/app/shared-app.ts';
import { logIn, openPage, pressQuickly, unfoldWork } from '../../helpers/page/browser.ts';
import { holdNext } from '../../helpers/page/hold-request.ts';
import { intercept } from '../../helpers/page/intercept.ts';
import { printed, recordEvents, toCellEvents, toRunEvents } from '../../helpers/runtime/recorded-notebook.ts';

/** Until what a reply does to the page is done. */
const untilDrawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));

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
  const insert = await holdNext(page, `**/sessions/${id}/cells`);
  await page.keyboard.press('b');
  await insert.isHeld();
  await page.keyboard.press('Enter');
  // As commands, these would cut a cell, copy it, and delete another.
  await page.keyboard.type('xcdd = 3');
  await page.keyboard.press('Enter');
  await page.keyboard.type('y = 4');
  insert.release();
  await page.locator('[role="textbox"]').getByText('y = 4').waitFor();
  await page.keyboard.press('Escape');
  await untilSources('first = 1', 'xcdd = 3\ny = 4', 'second = 2');

  // The same from an editor, whose cell runs first.
  await frame(1).focus();
  await page.keyboard.press('Enter');
  const next = await holdNext(page, `**/sessions/${id}/cells`);
  await page.keyboard.press('Alt+Enter');
  await next.isHeld();
  await page.keyboard.type('xdd = 5');
  next.release();
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
  const insert = await holdNext(page, `**/sessions/${id}/cells`);
  await page.keyboard.press('b');
  await insert.isHeld();
  await question.click();
  const reply = page.waitForResponse(`**/sessions/${id}/cells`);
  insert.release();
  // Its frame, and whatever the reply does.
  await expect.poll(() => page.locator('[data-cell-id]').count()).toBe(3);
  await (await reply).finished();
  await untilDrawn(page);
  await page.keyboard.type('dd');
  expect(await question.inputValue()).toBe('dd');
  // An undo, too.
  await frame(0).focus();
  const undo = await holdNext(page, `**/sessions/${id}/cells/undo`);
  await page.keyboard.press('z');
  await undo.isHeld();
  await question.click();
  undo.release();
  await until(({ cells }) => cells.length === 2);
  await page.getByText(UNDO_TEXTS.undone.insert).waitFor();
  await page.keyboard.type('d');
  expect(await question.inputValue()).toBe('ddd');

  // Keys for a cell that does not come are for no other.
  await frame(0).focus();
  const failing = await holdNext(page, `**/sessions/${id}/cells`, (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'Not now.' } } }),
  );
  await page.keyboard.press('b');
  await failing.isHeld();
  await page.keyboard.type('xdd');
  failing.release();
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
  const late = await holdNext(page, `**/sessions/${id}/cells`);
  await page.keyboard.press('b');
  await late.isHeld();
  await page.keyboard.type('xdd');
  await frame(0).focus();
  await page.keyboard.press('ArrowDown');
  late.release();
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
  const removal = await holdNext(page, `**/sessions/${id}/cells/*`);
  await pressQuickly(page, ['d', 'd', 'x']);
  await removal.isHeld();
  removal.release();
  await untilSources('a = 1');
  await page.getByRole('button', { name: 'Undo' }).click();
  await untilSources('a = 1', 'e = 5');
});

test('after the last cell of the work, the cell below it is selected, not the answer above', async () => {
  const app = await openApp();
  const above = toCellEvents([{ source: 'a = 1' }]);
  const below = toCellEvents([{ source: 'b = 2' }]);
  const one = { source: 'print(1)', outputs: [printed('1\n')] };
  const run = toRunEvents({ task: 'One?', cells: [one], answer: 'One.' });
  const id = await recordEvents(app, [...above.events, ...run, ...below.events]);
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  await unfoldWork(page);
  await page.getByRole('article', { name: COMMAND_TEXTS.codeRun(1) }).focus();
  await pressQuickly(page, ['d', 'd']);
  await page.locator(`[data-cell-id="${below.cellIds[0]}"]:focus`).waitFor();
  await pressQuickly(page, ['d', 'd']);
  const { cells } = await followUntil(app, id, (session) => session.cells.length === 3);
  expect(cells.map(({ role }) => role)).toEqual(['code', 'task', 'answer']);
});

test('Escape in the field for a new cell makes the next keys commands at once', async () => {
  const { page, id, untilSources } = await open(['first = 1']);
  await page.getByRole('button', { name: VIEW_TEXTS.addCell }).click();
  await page.locator(`[role="textbox"][aria-label="${VIEW_TEXTS.newCellField}"]`).waitFor();
  await page.keyboard.type('second = 2');
  const insert = await holdNext(page, `**/sessions/${id}/cells`);
  await page.keyboard.press('Escape');
  await insert.isHeld();
  await page.keyboard.press('a');
  await page.keyboard.press('Enter');
  await page.keyboard.type('between = 3');
  await page.keyboard.press('Escape');
  insert.release();
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
  const code = await holdNext(page, '**/_next/static/**/*.js');
  await page.keyboard.press('Control+k');
  await code.isHeld();
  // As commands, these would cut and delete cells.
  await page.keyboard.type('xdd');
  code.release();
  const search = page.getByRole('combobox', { name: COMMAND_LAYER_TEXTS.search });
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
  await intercept(page, '**/_next/static/**/*.js', hold);
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
