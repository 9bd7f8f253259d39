/** What runs again for a cell that was undone, and what does not run again because it was, in notebooks with real kernels. */
import { expect, test } from 'vitest';
import type { KernelProvider } from '../../../lib/kernel/kernel.ts';
import { toNotebook } from '../../../lib/session/notebook/to-notebook.ts';
import { findCell, isAlive } from '../../../lib/session/session.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';
import { openRuntime } from '../../helpers/runtime/test-runtime.ts';

const kernels = shareProvider();

async function open(provider: KernelProvider = kernels.provider) {
  const test = await openRuntime(provider, kernels.workspacesDir, []);
  const { runtime, sessionId } = test;
  const { cells } = runtime;
  const execute = async (cellId: string, source?: string) => {
    await cells.execute(sessionId, cellId, source === undefined ? {} : { source });
    await cells.wait(sessionId);
  };
  const add = async (source: string) => {
    const cellId = await cells.insert(sessionId, { type: 'code', source });
    await execute(cellId);
    return cellId;
  };
  const show = async (expression: string, id = sessionId) => {
    const cellId = await cells.insert(id, { type: 'code', source: `print(${expression})` });
    await cells.execute(id, cellId);
    await cells.wait(id);
    const [output] = findCell(await runtime.sessions.read(id), cellId)?.outputs ?? [];
    await cells.delete(id, cellId);
    return output && 'text' in output ? output.text.trim() : output;
  };
  const restart = () => runtime.kernels.control(sessionId, { action: 'restart' });
  const rebuild = async () => {
    await runtime.kernels.control(sessionId, { action: 'rebuild' });
    await runtime.kernels.waitForRebuild(sessionId);
  };
  const takeBack = async (cellId: string) => {
    const done = await runtime.kernels.takeBack(sessionId, cellId);
    await runtime.kernels.waitForRebuild(sessionId);
    return done;
  };
  return { ...test, add, execute, show, restart, rebuild, takeBack };
}

/** Keeps the kernel from being forked, and so from keeping what it was. */
const THREAD = 'import threading\ngo = threading.Event()\nthreading.Thread(target=go.wait, name="w").start()';

test('what was undone does not run again in a later rebuild, nor when all cells run; an earlier run of its cell does', async () => {
  const { runtime, sessionId, add, execute, show, restart, rebuild, takeBack, read } = await open();
  const a = await add('x = 1');
  const b = await add('y = 10');
  await execute(b, 'y = 20');
  const c = await add('x = 2');
  await takeBack(c);
  expect(await show('x, y')).toBe('1 20');
  expect(await takeBack(b)).toMatchObject({ how: 'checkpoint' });
  expect(await show('x, y')).toBe('1 10');
  await restart();
  await rebuild();
  // The cell shows its second run, and the kernel has the first.
  expect(await show('x, y')).toBe('1 10');
  const session = await read();
  expect(session.rebuilds.at(-1)).toMatchObject({ status: 'ok', cellIds: [a, b], missing: [] });
  expect(session.kernel.lost).toBeNull();
  expect(session.cells.map((cell) => [isAlive(cell, session.kernel.id), cell.isTakenBack === true])).toEqual([
    [true, false],
    [false, true],
    [false, true],
  ]);

  await runtime.cells.executeBatch(sessionId, { scope: 'all' });
  await runtime.cells.wait(sessionId);
  expect((await read()).batch?.cellIds).toEqual([a]);
  await runtime.cells.executeBatch(sessionId, { scope: 'below', cellId: b });
  await runtime.cells.wait(sessionId);
  expect((await read()).batch?.cellIds).toEqual([b, c]);
  expect(await show('x, y')).toBe('2 20');
});

test('a cell of which only its last run was undone is in exports and in all that runs again', async () => {
  const { runtime, sessionId, add, execute, show, restart, rebuild, takeBack, read } = await open();
  const z = await add('z = 0');
  const a = await add('x = [1]');
  const b = await add(
    'import os, shutil\nx.append(2)\nopen("old", "w").close()\nos.utime("old", (1, 1))\nshutil.copy2("old", "copied")\nos.rename("old", "renamed")',
  );
  await execute(a);
  const files = { names: ['copied', 'renamed'], count: 2 };
  expect(await takeBack(b)).toEqual({ how: 'checkpoint', cellIds: [], undone: [a, b], files });
  expect(await show('x')).toBe('[1]');
  const { cells } = toNotebook(await read(), '1');
  expect(cells.map(({ metadata }) => metadata.tags)).toEqual([undefined, undefined, ['skip-execution']]);
  await restart();
  await rebuild();
  expect(await show('x')).toBe('[1]');
  await runtime.cells.executeBatch(sessionId, { scope: 'all' });
  await runtime.cells.wait(sessionId);
  expect((await read()).batch?.cellIds).toEqual([z, a]);
  expect(await show('x')).toBe('[1]');
});

test('the run before the one that was undone can be undone, too', async () => {
  const { add, execute, show, takeBack, read } = await open();
  const z = await add('z = 0');
  const a = await add('x = [1]');
  const b = await add('x.append(2)');
  await execute(a);
  expect(await takeBack(b)).toMatchObject({ how: 'checkpoint', undone: [a, b] });
  expect(await takeBack(a)).toMatchObject({
    how: 'rebuilt',
    reason: expect.stringContaining('a later run of the cell'),
    cellIds: [z],
    undone: [a],
  });
  expect(await show('z, "x" in globals()')).toBe('0 False');
  expect(toNotebook(await read(), '1').cells.map(({ metadata }) => metadata.tags)).toEqual([
    undefined,
    ['skip-execution'],
    ['skip-execution'],
  ]);
  await expect(takeBack(a)).rejects.toThrow('is undone already');
});

test('a rebuild runs what ran in the order in which it ran, and an earlier run of a cell that a later one read', async () => {
  const { add, execute, show, restart, rebuild, read } = await open();
  const a = await add('x = 1');
  const b = await add('y = x * 10');
  const c = await add('x = x + 5');
  await execute(b);
  await execute(a, 'x = 3');
  expect(await show('x, y')).toBe('3 60');
  await restart();
  await rebuild();
  expect((await read()).rebuilds.at(-1)?.cellIds).toEqual([a, c, b, a]);
  expect(await show('x, y')).toBe('3 60');
});

test('an undo without a copy runs what ran before the cell, not what is above it', async () => {
  const { runtime, sessionId, add, execute, show, takeBack, read } = await open();
  const a = await add('x = 1');
  const b = await runtime.cells.insert(sessionId, { type: 'code', source: 'x += 1' });
  const c = await add(`x *= 10\n${THREAD}`);
  const d = await add('x += 5');
  await execute(b);
  expect(await takeBack(d)).toMatchObject({ how: 'rebuilt', cellIds: [a, c], undone: [b, d] });
  const { cells } = await read();
  expect(cells.map(({ isTakenBack }) => isTakenBack === true)).toEqual([false, true, false, true]);
  expect(await show('x')).toBe('10');
  await show('go.set()');
});

test('where a cell fails in the new kernel, or it is stopped, the one that is there stays as it was', async () => {
  const { runtime, sessionId, add, show, takeBack, read, until } = await open();
  await add(`import os\nif os.path.exists("done"): raise ValueError("only once")\nx = 1\n${THREAD}`);
  const waits = await add('import time\nwhile os.path.exists("wait"): time.sleep(0.02)');
  const c = await add('x += 1\nopen("done", "w").close()');
  const before = await read();
  expect(await takeBack(c)).toMatchObject({ how: 'rebuilt' });
  const session = await read();
  expect(session.rebuilds.at(-1)).toMatchObject({
    status: 'failed',
    reason: expect.stringMatching(/ValueError: only once.* Nothing was undone: the kernel is as it was\.$/),
  });
  expect(session.kernel).toMatchObject({ id: before.kernel.id, lost: null, status: 'idle' });
  expect(session.cells.map((cell) => [isAlive(cell, session.kernel.id), cell.isTakenBack])).toEqual(
    session.cells.map(() => [true, undefined]),
  );
  expect(await show('x, os.remove("done"), open("wait", "w").close()')).toBe('2 None None');

  const kernelId = (await read()).kernel.id;
  await runtime.kernels.takeBack(sessionId, c);
  await until(({ rebuilds }) => rebuilds.at(-1)?.done === 1);
  await runtime.kernels.control(sessionId, { action: 'interrupt' });
  await runtime.kernels.waitForRebuild(sessionId);
  const stopped = await read();
  expect(stopped.rebuilds.at(-1)?.status).toBe('stopped');
  expect(stopped.kernel.id).toBe(kernelId);
  expect(findCell(stopped, waits)?.isTakenBack).toBeUndefined();
  expect(await show('x, os.remove("wait")')).toBe('2 None');

  expect(await takeBack(c)).toMatchObject({ how: 'rebuilt', undone: [c] });
  const undone = await read();
  expect(undone.kernel).toMatchObject({ lost: null, lostNames: [], status: 'idle' });
  expect(undone.kernel.id).not.toBe(kernelId);
  expect(undone.cells.map((cell) => isAlive(cell, undone.kernel.id))).toEqual([true, true, false]);
  expect(await show('x, go.set()')).toBe('1 None');
});

test('a branch that is made during an undo has no variables that its log does not know of', async () => {
  let meanwhile: (() => Promise<unknown>) | null = null;
  const { forks } = kernels.provider;
  const fork: typeof forks.fork = async (...wanted) => {
    await meanwhile?.();
    return forks.fork(...wanted);
  };
  const provider = { ...kernels.provider, forks: { ...forks, fork } };
  const { runtime, sessionId, add, show, takeBack } = await open(provider);
  await add('x = 1');
  const b = await add('x = 2');
  meanwhile = () => takeBack(b);
  await expect(runtime.sessions.branch(sessionId, { kernel: 'live' })).rejects.toThrow(
    'a cell of it was undone',
  );
  expect(await show('x')).toBe('1');
  meanwhile = null;
  const branch = await runtime.sessions.branch(sessionId, { kernel: 'live' });
  const session = await runtime.sessions.read(branch.id);
  expect(session.cells.map((cell) => isAlive(cell, session.kernel.id))).toEqual([true, false]);
  expect(session.kernel.lost).toBeNull();
  expect(await show('x', branch.id)).toBe('1');
});
