/** Cells taken back with their effect on variables, in notebooks with real kernels. */
import { expect, test } from 'vitest';
import { findCell, isAlive, type Session } from '../../../lib/session/session.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';
import { promptText } from '../../helpers/model/model-server.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { openRuntime } from '../../helpers/runtime/test-runtime.ts';

const kernels = shareProvider();

async function open(script: string[] = []) {
  const test = await openRuntime(kernels.provider, kernels.workspacesDir, script);
  const { runtime, sessionId } = test;
  const execute = async (cellId: string) => {
    await runtime.cells.execute(sessionId, cellId);
    await runtime.cells.wait(sessionId);
  };
  const add = async (source: string) => {
    const cellId = await runtime.cells.insert(sessionId, { type: 'code', source });
    await execute(cellId);
    return cellId;
  };
  const show = async (source: string) => {
    const cellId = await add(source);
    return (findCell(await test.read(), cellId)?.outputs ?? [])
      .map((output) => ('text' in output ? output.text : ''))
      .join('');
  };
  return { ...test, add, execute, show };
}

const toNames = ({ kernel }: Session) => kernel.names.map(({ name }) => name);

test('a cell is taken back at once: variables, with files named that stay, and the agent is told', async () => {
  const { runtime, sessionId, add, show, read, run, model } = await open([fence('print(x)'), 'It is 1.']);
  const a = await add('x = [1]');
  const b = await add('x.append(2)\nopen("made.txt", "w").write("2")');
  const c = await add('y = sum(x)');
  expect((await runtime.kernels.listCheckpoints(sessionId)).checkpoints.map(({ cellId }) => cellId)).toEqual([
    a,
    b,
    c,
  ]);
  const planned = await runtime.kernels.planTakeBack(sessionId, b);
  const files = { names: ['made.txt'], count: 1 };
  expect(planned).toEqual({ how: 'checkpoint', cellIds: [], undone: [b, c], files });
  expect(await runtime.kernels.takeBack(sessionId, b)).toEqual(planned);
  await expect(runtime.kernels.takeBack(sessionId, b)).rejects.toThrow('is undone already');
  const session = await read();
  expect(toNames(session)).toEqual(['x']);
  expect(session.kernel.lost).toBeNull();
  expect(session.cells.map((cell) => [cell.id, isAlive(cell, session.kernel.id)])).toEqual([
    [a, true],
    [b, false],
    [c, false],
  ]);
  expect(session.kernels.at(-1)).toMatchObject({ parent: 'k-1', back: { cellId: b, files } });
  expect(await show('print(x, "y" in globals(), open("made.txt").read())')).toBe('[1] False 2\n');
  await run('What is in x?');
  expect(promptText(model)).toContain('In [2] was taken back');
  expect(promptText(model)).not.toContain('Every variable');
});

test('a crash of the kernel is taken back', async () => {
  const { runtime, sessionId, add, show, read, until } = await open();
  await add('x = 1');
  const crash = await add('x = 2\nimport os\nos.kill(os.getpid(), 9)');
  await until(({ kernel }) => kernel.lost !== null && kernel.status === 'idle');
  expect(await runtime.kernels.takeBack(sessionId, crash)).toMatchObject({
    how: 'checkpoint',
    undone: [crash],
  });
  const session = await read();
  expect(session.kernel).toMatchObject({ lost: null, lostNames: [], status: 'idle' });
  expect(toNames(session)).toEqual(['x']);
  expect(await show('print(x)')).toBe('1\n');
});

test('one cell after another is taken back, from the last one up', async () => {
  const { runtime, sessionId, add, show, read } = await open();
  const a = await add('x = 1');
  const b = await add('x += 1');
  const c = await add('x += 1');
  for (const cellId of [c, b])
    expect(await runtime.kernels.takeBack(sessionId, cellId)).toMatchObject({
      how: 'checkpoint',
      undone: [cellId],
    });
  const session = await read();
  expect(session.cells.map((cell) => [cell.id, isAlive(cell, session.kernel.id)])).toEqual([
    [a, true],
    [b, false],
    [c, false],
  ]);
  expect(session.kernel.lost).toBeNull();
  expect(await show('print(x)')).toBe('1\n');
});

test('where the state was not kept, a new kernel runs the cells above again, and says why', async () => {
  const { runtime, sessionId, add, show, read } = await open();
  const a = await add('x = 1');
  const thread = await add(
    'import threading\ngo = threading.Event()\nthreading.Thread(target=go.wait, name="w").start()',
  );
  const c = await add('x += 1\nopen("c.txt", "w").close()');
  const d = await add('x += 1');
  const done = await runtime.kernels.takeBack(sessionId, c);
  expect(done).toEqual({
    how: 'rebuilt',
    reason: expect.stringContaining('the thread “w”'),
    cellIds: [a, thread],
    undone: [c, d],
    files: { names: ['c.txt'], count: 1 },
  });
  await runtime.kernels.waitForRebuild(sessionId);
  const session = await read();
  expect(session.rebuilds).toMatchObject([
    { status: 'ok', done: 2, backTo: { cellId: c, files: done.files, reason: done.reason } },
  ]);
  expect(session.kernel.lost).toBeNull();
  expect(session.cells.map((cell) => isAlive(cell, session.kernel.id))).toEqual([true, true, false, false]);
  expect(session.cells.map(({ isTakenBack }) => isTakenBack === true)).toEqual([false, false, true, true]);
  expect(await show('print(x)\ngo.set()')).toBe('1\n');
});

test('nothing is taken back while code runs, of a cell that has not run, or that is not there', async () => {
  const { runtime, sessionId, add, show, until } = await open();
  const a = await add('import os, time\nx = 1');
  const wait = await runtime.cells.insert(sessionId, {
    type: 'code',
    source: 'while not os.path.exists("go"): time.sleep(0.02)',
  });
  await expect(runtime.kernels.takeBack(sessionId, wait)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('has not run'),
  });
  await expect(runtime.kernels.takeBack(sessionId, 'none')).rejects.toMatchObject({ code: 'not-found' });
  await runtime.cells.execute(sessionId, wait);
  await until((session) => findCell(session, wait)?.status === 'running');
  await expect(runtime.kernels.takeBack(sessionId, a)).rejects.toMatchObject({ code: 'conflict' });
  await runtime.kernels.control(sessionId, { action: 'interrupt' });
  await runtime.cells.wait(sessionId);
  expect(await show('print(x)')).toBe('1\n');
});

test('a branch from a cell has what the kernel was before those below ran, unless it never was only that', async () => {
  const { runtime, sessionId, add, execute, read } = await open();
  const a = await add('x = [1]');
  const b = await add('x.append(2)\ny = 1');
  const plan = await runtime.sessions.planBranch(sessionId, a);
  expect(plan).toMatchObject({ isLive: true, before: b });
  const branch = await runtime.sessions.branch(sessionId, { cellId: a, kernel: 'live' });
  const other = await runtime.sessions.read(branch.id);
  expect(toNames(other)).toEqual(['x']);
  expect(other.cells.map(({ id }) => id)).toEqual([a]);
  expect(other.cells.every((cell) => isAlive(cell, other.kernel.id))).toBe(true);
  const cellId = await runtime.cells.insert(branch.id, { type: 'code', source: 'print(x)' });
  await runtime.cells.execute(branch.id, cellId);
  await runtime.cells.wait(branch.id);
  const shown = findCell(await runtime.sessions.read(branch.id), cellId)?.outputs;
  expect(shown).toMatchObject([{ text: '[1]\n' }]);
  expect(toNames(await read())).toEqual(['x', 'y']);

  // It is given away, and after the cell above has run again, there is none such.
  expect(await runtime.sessions.planBranch(sessionId, a)).toMatchObject({
    isLive: false,
    reason: 'The state before this cell was not kept because of a branch that began with it.',
  });
  await execute(a);
  expect(await runtime.sessions.planBranch(sessionId, a)).toMatchObject({
    isLive: false,
    reason: expect.stringContaining('never only what the cells down to this one make'),
  });
});
