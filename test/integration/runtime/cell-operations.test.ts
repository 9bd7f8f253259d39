/** What people do to many cells and to their shape, on a real kernel: run in order, split, join, delete and take back. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toNotebook } from '../../../lib/session/notebook/to-notebook.ts';
import { type Cell, findCell, isBusy, type Session } from '../../../lib/session/session.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';
import { promptText } from '../../helpers/model/model-server.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { openRuntime } from '../../helpers/runtime/test-runtime.ts';

const kernels = shareProvider();

const open = (script: string[]) => openRuntime(kernels.provider, kernels.workspacesDir, script);
const stdout = (session: Session, cellId: string) =>
  (findCell(session, cellId)?.outputs ?? []).map((output) => ('text' in output ? output.text : '')).join('');

test('cells run in order under one lease, stop at the first error and at a person’s word', async () => {
  const { runtime, sessionId, read, until, readEvents } = await open([]);
  const add = (source: string) => runtime.cells.insert(sessionId, { type: 'code', source });
  const a = await add('n = 1');
  const b = await add('print(n)');
  const c = await add('m = 1 / (n - 2)');
  const d = await add('print(m)');
  const runAll = async (scope: 'all' | 'above' | 'below' | 'stale', cellId?: string) => {
    await runtime.cells.executeBatch(sessionId, { scope, ...(cellId ? { cellId } : {}) });
    await runtime.cells.wait(sessionId);
    return read();
  };
  const first = await runAll('all');
  expect(first.batch).toMatchObject({ status: 'ok', cellIds: [a, b, c, d], done: 4 });
  expect([stdout(first, b), stdout(first, d)]).toEqual(['1\n', '-1.0\n']);
  await expect(runtime.cells.executeBatch(sessionId, { scope: 'stale' })).rejects.toMatchObject({
    code: 'conflict',
  });

  await runtime.cells.change(sessionId, a, { source: 'n = 2' });
  const failed = await runAll('stale');
  expect(failed.batch).toMatchObject({
    status: 'failed',
    cellIds: [a, b, c, d],
    done: 3,
    reason: 'In [7] failed: ZeroDivisionError: division by zero',
  });
  expect([stdout(failed, b), stdout(failed, d)]).toEqual(['2\n', '-1.0\n']);
  expect(await runAll('above', c)).toMatchObject({ batch: { status: 'ok', cellIds: [a, b] } });

  const WAIT = 'import os, time\nprint("on", flush=True)\nwhile not os.path.exists("go"): time.sleep(0.02)';
  await runtime.cells.change(sessionId, c, { source: WAIT });
  const isOn = (session: Session) => findCell(session, c)?.status === 'running' && stdout(session, c) !== '';
  await runtime.cells.executeBatch(sessionId, { scope: 'below', cellId: c });
  await until(isOn);
  const refusal = { code: 'conflict' };
  expect(await runtime.cells.execute(sessionId, a)).toBe(2);
  await expect(runtime.runs.start(sessionId, { task: 'Go' })).rejects.toMatchObject(refusal);
  await runtime.kernels.control(sessionId, { action: 'interrupt' });
  const stopped = await read();
  expect([stopped.batch?.status, stopped.batch?.done, isBusy(stopped)]).toEqual(['stopped', 1, false]);
  expect(findCell(stopped, c)?.status).toBe('interrupted');

  const before = (await readEvents()).length;
  await runtime.cells.executeBatch(sessionId, { scope: 'below', cellId: c });
  await until((session) => session.seq > before && isOn(session));
  await runtime.cells.delete(sessionId, d);
  await writeFile(join(kernels.workspacesDir, sessionId, 'go'), '');
  await runtime.cells.wait(sessionId);
  expect((await read()).batch).toMatchObject({ status: 'ok', cellIds: [c, d], done: 1 });
  const types = (await readEvents()).slice(before).map(({ type }) => type);
  expect([types[0], types.at(-1)]).toEqual(['batch-start', 'batch-end']);
});

test('an agent’s cell is split, joined, turned, moved, deleted and all of it taken back; the model hears what is left', async () => {
  const { runtime, model, sessionId, run, read } = await open([
    fence('x = 1\ny = x + 1\nprint(x, y)'),
    fence('print(y)'),
    'Two.',
    'Fine.',
  ]);
  const done = await run('Go.');
  const [first, second] = done.cells.filter(({ type }) => type === 'code');
  const [a, b] = [first?.id ?? '', second?.id ?? ''];
  const order = async () => (await read()).cells.map(({ id }) => id);
  const untouched = await order();

  const part = await runtime.cells.split(sessionId, a, { at: 'x = 1\n'.length });
  expect((await read()).cells.map(({ source }) => source).slice(1, 3)).toEqual([
    'x = 1',
    'y = x + 1\nprint(x, y)',
  ]);
  await runtime.cells.merge(sessionId, a);
  expect(findCell(await read(), a)?.source).toBe('x = 1\n\ny = x + 1\nprint(x, y)');
  await runtime.cells.change(sessionId, b, { type: 'markdown' });
  await runtime.cells.change(sessionId, b, { move: 'up' });
  await runtime.cells.delete(sessionId, b);
  expect(await order()).toEqual(untouched.filter((id) => id !== b));
  const exported = toNotebook(await read(), 'test').cells.map(({ id }) => id);
  expect(exported).toEqual(await order());

  const kinds = [];
  for (let level = 0; level < 5; level += 1) kinds.push((await runtime.cells.undo(sessionId)).kind);
  expect(kinds).toEqual(['delete', 'move', 'retype', 'merge', 'split']);
  await expect(runtime.cells.undo(sessionId)).rejects.toMatchObject({ code: 'conflict' });
  const back = await read();
  expect(back.cells.map(({ id }) => id)).toEqual(untouched);
  for (const { id, source, outputs, type } of done.cells)
    expect(findCell(back, id)).toMatchObject({ source, outputs, type });
  expect(findCell(back, part)).toBeNull();

  await runtime.cells.split(sessionId, a, { at: 6, source: 'x = 5\ny = x' });
  await run('And now?');
  const told = promptText(model);
  expect(told).toContain('The user changed the cell In [1] `x = 1` and has not run it');
  expect(told).toMatch(
    /The user added this code and has not run it \(cell \w{8}\):\]\n```python\ny = x\n```/,
  );
  expect(told).not.toMatch(/deleted|note:/);
});

test('a branch has the log up to its cell, the files, and a kernel that a rebuild fills again', async () => {
  const { runtime, store, sessionId, run, readEvents } = await open([
    fence('x = 1\nopen("kept.txt", "w").write("kept")\nprint(x)'),
    fence('x = 2'),
    'Two.',
  ]);
  const done = await run('Go.');
  const [first, second] = done.cells.filter(({ type }) => type === 'code').map(({ id }) => id);
  const { id } = await runtime.sessions.branch(sessionId, { cellId: first ?? '', kernel: 'new' });
  const branch = await runtime.sessions.read(id);
  expect(branch.cells.map((cell) => cell.id)).toEqual([done.cells[0]?.id, first]);
  expect(findCell(branch, first ?? '')).toEqual({
    ...findCell(done, first ?? ''),
    reason: undefined,
  });
  expect(branch.runs[0]?.outcome).toMatchObject({ status: 'branched' });
  const of = { sessionId, title: 'Go', cellId: first, executionCount: 1 };
  expect(branch.branchOf).toEqual({ ...of, approval: 'never', runCount: 1 });
  expect((await store.getSession(id))?.runStatus).toBe('branched');
  expect(branch.kernel).toMatchObject({
    status: 'none',
    lost: expect.stringContaining('starts without variables'),
  });
  expect(branch.title).toBe('Go (2)');

  await runtime.kernels.control(id, { action: 'rebuild' });
  await runtime.kernels.waitForRebuild(id);
  const rebuilt = await runtime.sessions.read(id);
  expect(rebuilt.rebuilds[0]).toMatchObject({ status: 'ok', done: 1 });
  const check = { type: 'code', source: 'print(x, open("kept.txt").read())' } as const;
  const cellId = await runtime.cells.insert(id, check);
  await runtime.cells.execute(id, cellId);
  await runtime.cells.wait(id);
  expect(stdout(await runtime.sessions.read(id), cellId)).toBe('1 kept\n');

  const live = await runtime.sessions.branch(sessionId, { kernel: 'live' });
  const whole = await runtime.sessions.read(live.id);
  expect(whole.kernel).toMatchObject({ status: 'idle', lost: null, names: done.kernel.names });
  const twice = await runtime.cells.insert(live.id, { type: 'code', source: 'x *= 2\nprint(x)' });
  await runtime.cells.execute(live.id, twice);
  await runtime.cells.wait(live.id);
  expect(stdout(await runtime.sessions.read(live.id), twice)).toBe('4\n');
  expect(whole.cells.map((cell) => cell.id)).toEqual(done.cells.map((cell) => cell.id));
  expect(whole.runs[0]).toEqual(done.runs[0]);
  expect(findCell(whole, second ?? '')?.startedAt).toBe(findCell(done, second ?? '')?.startedAt);
  expect((await readEvents()).length).toBe(done.seq);
  // A cell changed and run again since is branched as it is now; a person's own above it brings nothing from below.
  await runtime.cells.change(sessionId, first ?? '', { source: 'x = 7\nprint(x)' });
  const own = await runtime.cells.insert(sessionId, { type: 'code', source: 'y = x + 1', after: first });
  for (const cell of [first ?? '', own]) {
    await runtime.cells.execute(sessionId, cell);
    await runtime.cells.wait(sessionId);
  }
  const now = await runtime.sessions.read(sessionId);
  const { id: ownId } = await runtime.sessions.branch(sessionId, { cellId: own });
  const latest = await runtime.sessions.read(ownId);
  const toShown = ({ id, source, outputs }: Cell) => ({ id, source, outputs });
  expect(latest.cells.map(toShown)).toEqual(now.cells.slice(0, 3).map(toShown));
  expect(stdout(latest, first ?? '')).toBe('7\n');
  expect(latest.kernel.lostNames.map(({ name }) => name)).toEqual(['x', 'y']);
  await expect(runtime.sessions.branch(sessionId, { cellId: 'none' })).rejects.toMatchObject({
    code: 'not-found',
  });
});
