/** Cells that are run while something else is running, on a real kernel: they wait, run in turn, and can be taken out. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findCell, isBusy, type Session } from '../../../lib/session/session.ts';
import { listWaitingCells } from '../../../lib/session/view/cells/list-waiting-cells.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { openRuntime } from '../../helpers/runtime/test-runtime.ts';

/** Runs until the file is there. */
const waitFor = (file: string) =>
  `import os, time\nprint("on", flush=True)\nwhile not os.path.exists("${file}"): time.sleep(0.02)`;
const kernels = shareProvider();

async function open(script: Parameters<typeof openRuntime>[2] = []) {
  const opened = await openRuntime(kernels.provider, kernels.workspacesDir, script);
  const { runtime, sessionId, until } = opened;
  return {
    ...opened,
    add: (source: string) => runtime.cells.insert(sessionId, { type: 'code', source }),
    run: (cellId: string) => runtime.cells.execute(sessionId, cellId),
    isOn: (cellId: string) => until((session) => stdout(session, cellId).startsWith('on')),
    create: (file: string) => writeFile(join(kernels.workspacesDir, sessionId, file), ''),
  };
}
const stdout = (session: Session, cellId: string) =>
  (findCell(session, cellId)?.outputs ?? []).map((output) => ('text' in output ? output.text : '')).join('');

test('cells wait for their turn with the code they were run with, one is taken out, and an error ends the queue', async () => {
  const { runtime, sessionId, add, run, isOn, create, read, until } = await open();
  const slow = await add(waitFor('go'));
  const b = await add('print("b")');
  const c = await add('print("c")');
  const bad = await add('1 / 0');
  const last = await add('print("last")');
  expect(await run(slow)).toBe(0);
  await isOn(slow);
  expect([await run(b), await run(c), await run(bad), await run(b), await run(last)]).toEqual([
    1, 2, 3, 1, 4,
  ]);
  expect(await runtime.cells.executeBatch(sessionId, { scope: 'above', cellId: c })).toBe(5);
  await runtime.cells.change(sessionId, b, { source: 'print("edited")' });
  await runtime.cells.takeOut(sessionId, c);
  await expect(runtime.cells.takeOut(sessionId, c)).rejects.toMatchObject({ code: 'conflict' });
  expect(listWaitingCells(await read())).toEqual([b, bad, last, slow]);
  await expect(runtime.runs.start(sessionId, { task: 'Go' })).rejects.toMatchObject({ code: 'conflict' });

  await create('go');
  const done = await until((session) => session.executions === 3 && !isBusy(session));
  expect([stdout(done, b), findCell(done, b)?.source]).toEqual(['b\n', 'print("edited")']);
  expect([b, bad].map((id) => findCell(done, id)?.ranOrder)).toEqual([2, 3]);
  expect([last, slow].map((id) => findCell(done, id)?.leftQueue?.reason)).toEqual(['failure', 'failure']);
  // Free again, and nothing is left over.
  await runtime.cells.wait(sessionId);
  expect(await run(c)).toBe(0);
});

test('one cell is stopped and the others run, also of a batch; a restart takes out all', async () => {
  const { runtime, sessionId, add, run, isOn, create, read, until } = await open();
  const slow = await add(waitFor('never'));
  const b = await add('print("b")');
  const c = await add('print("c")');
  await runtime.cells.executeBatch(sessionId, { scope: 'all' });
  await isOn(slow);
  await runtime.cells.takeOut(sessionId, b);
  expect(await run(b)).toBe(2);
  const stop = (cellId: string) =>
    runtime.kernels.control(sessionId, { action: 'interrupt', keepWaiting: true, cellId });
  // Another cell is running than was meant.
  await expect(stop(b)).rejects.toMatchObject({ code: 'conflict' });
  expect(findCell(await read(), slow)?.status).toBe('running');
  await stop(slow);
  const done = await until((session) => session.executions === 3 && !isBusy(session));
  expect(done.cells.map(({ status }) => status)).toEqual(['interrupted', 'ok', 'ok']);
  expect(done.batch).toMatchObject({ status: 'ok', cellIds: [slow, c], done: 2 });

  await runtime.cells.wait(sessionId);
  await run(slow);
  await until((session) => session.executions === 4 && stdout(session, slow) === 'on\n');
  await runtime.cells.executeBatch(sessionId, { scope: 'below', cellId: b });
  expect((await read()).queue).toMatchObject([{ scope: 'below', cells: [{ id: b }, { id: c }] }]);
  await runtime.kernels.control(sessionId, { action: 'restart' });
  const restarted = await read();
  expect([isBusy(restarted), findCell(restarted, c)?.leftQueue?.reason]).toEqual([false, 'stop']);
  await create('never');
});

test('behind the agent, a cell runs between two steps and the agent reads it; what waits at its end runs then', async () => {
  const { promise: isQueued, resolve: letAnswer } = Promise.withResolvers<void>();
  let told = '';
  const { add, run, isOn, create, ask, until } = await open([
    fence(`agents = 1\n${waitFor('go')}`),
    ({ messages }) => {
      told = JSON.stringify(messages);
      return { text: 'Done.', until: isQueued };
    },
  ]);
  const own = await add('print("mine", agents)');
  const later = await add('print("later")');
  await ask('Wait.');
  const step = await until(({ cells }) => cells.some((cell) => cell.outputs.length > 0));
  const agents = step.cells.find(({ runId, type }) => runId !== null && type === 'code')?.id ?? '';
  await isOn(agents);
  expect(await run(own)).toBe(1);
  await create('go');
  const during = await until((session) => (session.runs[0]?.steps.length ?? 0) > 1);
  expect(during.runs[0]?.outcome).toBeNull();
  expect(stdout(during, own)).toBe('mine 1\n');
  expect(await run(later)).toBe(1);
  letAnswer();
  const done = await until((session) => session.executions === 3 && !isBusy(session));
  expect(done.runs[0]?.outcome).toEqual({ status: 'answered' });
  expect(stdout(done, later)).toBe('later\n');
  expect(told).toMatch(/While you work:\] The user ran this cell:[\s\S]*print\(.*mine[\s\S]*mine 1/);
  expect(findCell(done, own)?.isRunByUser).toBe(true);
});
