/** Cells that wait for their turn, seen and used in a real browser over the real app. */
import { expect, test } from 'vitest';
import { CELL_PART_TEXTS } from '../../../components/notebook/cells/cell-part-texts.ts';
import { COMMAND_TEXTS } from '../../../components/notebook/commands/command-texts.ts';
import { VIEW_TEXTS } from '../../../components/notebook/view/view-texts.ts';
import { NOTICE_TEXTS } from '../../../components/pages/session/notices/notice-texts.ts';
import { STATUS_TEXTS } from '../../../components/pages/session/status/status-texts.ts';
import { findCell, isBusy } from '../../../lib/session/session.ts';
import { followUntil, post } from '../../helpers/app/app-client.ts';
import { openScriptedApp } from '../../helpers/app/shared-app.ts';
import {
  findAccessibilityFaults,
  logIn,
  openPage,
  pressTwice,
  takeScreenshots,
} from '../../helpers/page/browser.ts';
import { holdNext } from '../../helpers/page/hold-request.ts';
import { intercept } from '../../helpers/page/intercept.ts';

const WAIT = 'import os, time\nprint("on", flush=True)\nwhile not os.path.exists("go.txt"): time.sleep(0.02)';

/** A notebook whose first cell runs until `go()`. */
async function open(sources: string[], script: Parameters<typeof openScriptedApp>[0] = []) {
  const app = await openScriptedApp(script);
  const { id = '' } = await post(app, '/api/sessions');
  const cells = `/api/sessions/${id}/cells`;
  const ids: string[] = [];
  for (const source of sources) ids.push((await post(app, cells, { type: 'code', source })).cellId ?? '');
  const page = await openPage();
  await logIn(page, app);
  await page.goto(`${app.url}/sessions/${id}`);
  const frame = (index: number) => page.locator(`[data-cell-id="${ids[index]}"]`);
  const press = async (index: number, key: string) => {
    await frame(index).focus();
    await page.keyboard.press(key);
  };
  return {
    app,
    id,
    ids,
    page,
    frame,
    press,
    run: (index: number) => press(index, 'Control+Enter'),
    go: () => app.request(`/api/sessions/${id}/files/go.txt`, { method: 'PUT', body: 'go' }),
    until: (isDone: Parameters<typeof followUntil>[2]) => followUntil(app, id, isDone),
  };
}

test('cells wait in order, are taken out by button and key, survive a reload, and say when one before them failed', async () => {
  const { page, frame, run, press, go, until, ids } = await open([
    WAIT,
    'print("b")',
    'print("c")',
    '1 / 0',
    'print("e")',
  ]);
  await run(0);
  await frame(0).getByText('on', { exact: true }).waitFor();
  // A request that comes late: the others wait for it.
  const late = await holdNext(page, `**/cells/${ids[1]}/execute`);
  for (const index of [1, 2, 3, 4]) await run(index);
  await late.isHeld();
  late.release();
  await frame(1).getByText(CELL_PART_TEXTS.waiting(1)).waitFor();
  await frame(4).getByText(CELL_PART_TEXTS.waiting(4)).waitFor();
  await takeScreenshots(page, 'queue-waiting');
  expect(await findAccessibilityFaults(page)).toEqual([]);

  await frame(1).getByRole('button', { name: CELL_PART_TEXTS.takeOut }).click();
  await frame(4).getByText(CELL_PART_TEXTS.waiting(3)).waitFor();
  expect(await frame(1).getByText('Waiting').count()).toBe(0);
  await run(1);
  await frame(1).getByText(CELL_PART_TEXTS.waiting(4)).waitFor();
  await press(1, 'q');
  await frame(1).getByText('Waiting').waitFor({ state: 'detached' });
  // An edit of a cell that waits does not change what runs, and the page says so.
  await press(2, 'Enter');
  await page.keyboard.type('# changed');
  await page.keyboard.press('Escape');
  await frame(2).getByText(CELL_PART_TEXTS.waitsWithOther).waitFor();
  await page.reload();
  await frame(4).getByText(CELL_PART_TEXTS.waiting(3)).waitFor();

  await go();
  await frame(4).getByText(CELL_PART_TEXTS.leftQueue('a cell before it failed')).waitFor();
  const done = await until((session) => !isBusy(session) && session.executions === 3);
  expect(findCell(done, ids[2] ?? '')).toMatchObject({ ranSource: 'print("c")', executionCount: 2 });
  await page.getByText(NOTICE_TEXTS.unrun(1)).waitFor();
  await takeScreenshots(page, 'queue-failed');
  await page.getByRole('button', { name: NOTICE_TEXTS.runUnrun(1) }).click();
  await frame(4).getByText('e', { exact: true }).waitFor();
  expect(await page.getByText(NOTICE_TEXTS.unrun(1)).count()).toBe(0);
});

test('stop asks what to stop while something waits, and stops at once when nothing does', async () => {
  const { page, frame, run, until } = await open([WAIT, WAIT, 'print("c")']);
  const stop = page.getByRole('button', { name: STATUS_TEXTS.stop });
  await run(0);
  await frame(0).getByText('on', { exact: true }).waitFor();
  await run(1);
  await run(2);
  await frame(2).getByText(CELL_PART_TEXTS.waiting(2)).waitFor();
  await stop.click();
  await page.getByRole('menuitem', { name: STATUS_TEXTS.stopCell }).waitFor();
  await takeScreenshots(page, 'queue-stop');
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.getByRole('menuitem', { name: STATUS_TEXTS.stopCell }).click();
  await frame(1).getByText('on', { exact: true }).waitFor();
  await frame(2).getByText(CELL_PART_TEXTS.waiting(1)).waitFor();
  await frame(1).focus();
  await page.keyboard.press('Enter');
  await page.getByText(COMMAND_TEXTS.cellRunning).waitFor();
  await pressTwice(page, 'i');
  await page.getByRole('menuitem', { name: STATUS_TEXTS.stopAll }).click();
  await frame(2).getByText(CELL_PART_TEXTS.leftQueue('you stopped what was running')).waitFor();
  const stopped = await until((session) => session.executions === 2 && !isBusy(session));
  expect(stopped.cells.map(({ status }) => status)).toEqual(['interrupted', 'interrupted', 'idle']);

  await run(0);
  await stop.waitFor();
  // It shows what it printed before, and says so.
  await run(1);
  await frame(1).getByText(CELL_PART_TEXTS.waitsWithOutput).waitFor();
  await frame(1).getByRole('button', { name: CELL_PART_TEXTS.takeOut }).click();
  await frame(1).getByText('Waiting').waitFor({ state: 'detached' });
  await stop.click();
  await stop.waitFor({ state: 'detached' });
});

test('a choice to stop a cell that has ended meanwhile leaves the next one running', async () => {
  const { page, frame, run, go, until } = await open([WAIT, WAIT.replace('go.txt', 'never'), 'print("c")']);
  await run(0);
  await frame(0).getByText('on', { exact: true }).waitFor();
  await run(1);
  await run(2);
  await frame(2).getByText(CELL_PART_TEXTS.waiting(2)).waitFor();
  await page.getByRole('button', { name: STATUS_TEXTS.stop }).click();
  const choice = page.getByRole('menuitem', { name: STATUS_TEXTS.stopCell });
  await choice.waitFor();
  await go();
  await frame(1).getByText('on', { exact: true }).waitFor();
  await choice.click();
  await page.getByText('This cell is not running.').waitFor();
  const running = await until(({ executions }) => executions === 2);
  expect(running.cells.map(({ status }) => status)).toEqual(['ok', 'running', 'idle']);
  await page.getByRole('button', { name: STATUS_TEXTS.stop }).click();
  await choice.click();
  await frame(2).getByText('c', { exact: true }).waitFor();
});

test('during a run, a cell of the user waits for the step and runs before the next', async () => {
  const fence = `\`\`\`python\nagents = 1\n${WAIT}\n\`\`\``;
  const { promise: isSeen, resolve: letAnswer } = Promise.withResolvers<void>();
  const { app, id, page, frame, run, go } = await open(
    ['print("mine", agents)'],
    [fence, { text: 'Done.', until: isSeen }],
  );
  await post(app, `/api/sessions/${id}/runs`, { task: 'Wait.' });
  await page.getByText('on', { exact: true }).waitFor();
  await run(0);
  await frame(0).getByText(CELL_PART_TEXTS.waiting(1)).waitFor();
  await takeScreenshots(page, 'queue-run');
  await go();
  // What the model saw may be here already.
  await frame(0).getByText('mine 1').first().waitFor();
  await expect.poll(() => page.getByRole('button', { name: STATUS_TEXTS.stop }).count()).toBe(1);
  letAnswer();
  await page.getByText('Done.').waitFor();
});

test('what is typed while a cell waits to be sent stays in its editor, is not run, and is saved without a question', async () => {
  const { page, frame, press, run, until, ids } = await open(['', 'print("other")']);
  await press(0, 'Enter');
  const editor = frame(0).locator('[role="textbox"]');
  await editor.waitFor();
  await page.keyboard.type('print(1 + 1)');
  const first = await holdNext(page, `**/cells/${ids[1]}/execute`);
  await run(1);
  await first.isHeld();
  await editor.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type(' # more');
  first.release();
  await frame(0).getByText('2', { exact: true }).waitFor();
  const ran = await until((session) => session.executions === 2 && !isBusy(session));
  expect(findCell(ran, ids[0] ?? '')).toMatchObject({ ranSource: 'print(1 + 1)', source: 'print(1 + 1)' });
  expect(await editor.innerText()).toContain('print(1 + 1) # more');
  // Twice before the first is answered, and once more with what follows.
  const save = await holdNext(page, `**/cells/${ids[0]}`);
  await page.keyboard.press('Control+s');
  await save.isHeld();
  await page.keyboard.press('Control+s');
  await page.keyboard.type(' again');
  await page.keyboard.press('Control+s');
  save.release();
  await until((session) => findCell(session, ids[0] ?? '')?.source === 'print(1 + 1) # more again');
  await page.keyboard.type(' and again');
  await page.reload();
  await editor.waitFor();
  await editor.click();
  await page.keyboard.press('Control+Enter');
  await editor.waitFor({ state: 'detached' });
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('a text that was sent before a reload is not a conflict with what was typed after it', async () => {
  const { app, page, frame, press, until, ids } = await open(['x = 1']);
  await press(0, 'Enter');
  const editor = frame(0).locator('[role="textbox"]');
  await editor.waitFor();
  await page.keyboard.type(' # saved');
  // It arrives only when its page is gone.
  await intercept(page, `**/cells/${ids[0]}`, () => {}, { times: 1 });
  const sent = page.waitForRequest(`**/cells/${ids[0]}`);
  await page.keyboard.press('Control+s');
  const request = await sent;
  await page.keyboard.type(' and more');
  await frame(0).getByText('x = 1 # saved and more').waitFor();
  const address = page.url();
  await page.goto('about:blank');
  await app.request(new URL(request.url()).pathname, { method: 'PATCH', body: request.postData() });
  await until((session) => findCell(session, ids[0] ?? '')?.source === 'x = 1 # saved');
  await page.goto(address);
  await editor.click();
  await page.keyboard.press('Control+s');
  await until((session) => findCell(session, ids[0] ?? '')?.source === 'x = 1 # saved and more');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('what is typed while a new cell is sent stays in its field', async () => {
  const { page, id } = await open([]);
  await page.getByRole('button', { name: VIEW_TEXTS.addCell }).click();
  // The other one is the field that is there before the editor has loaded.
  const field = page.locator(`[role="textbox"][aria-label="${VIEW_TEXTS.newCellField}"]`);
  await field.waitFor();
  await page.keyboard.type('print(1 + 1)');
  const insert = await holdNext(page, `**/sessions/${id}/cells`);
  await page.keyboard.press('Control+Enter');
  await insert.isHeld();
  await page.keyboard.type(' # more');
  insert.release();
  await page.getByText('2', { exact: true }).waitFor();
  expect(await field.innerText()).toBe('print(1 + 1) # more');
});
