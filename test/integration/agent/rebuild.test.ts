/** What a person can do about a limit that comes near, and about variables that are gone. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readNames } from '../../../lib/execution/read-names.ts';
import type { Session } from '../../../lib/session/session.ts';
import { findStaleCells } from '../../../lib/session/stale/find-stale.ts';
import { readStdout } from '../../helpers/agent/agent-session.ts';
import { run } from '../../helpers/kernel/kernel-provider.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';
import { promptText, type ScriptEntry } from '../../helpers/model/model-server.ts';
import { fence } from '../../helpers/model-replies/reply-row.ts';
import { openRuntime } from '../../helpers/runtime/test-runtime.ts';

const KILL = 'import os, signal\nos.kill(os.getpid(), signal.SIGKILL)';
const WAIT = `
import os, time
print("waiting", flush=True)
while not os.path.exists("gate"): time.sleep(0.05)
print("continued")`;

const test = shareProvider();

const open = (script: ScriptEntry[]) => openRuntime(test.provider, test.workspacesDir, script);
const findRunning = ({ cells }: Session) => cells.find(({ status }) => status === 'running');

describe('a cell that comes near its limit', () => {
  it('says so, and continues with the time a person gives it, as does its run', async () => {
    const { runtime, sessionId, ask, until, readEvents } = await open([fence(WAIT), 'It continued.']);
    const runId = await ask('Wait.', { cellTimeoutMs: 10_000, runTimeoutMs: 40_000 });
    const near = await until((session) => findRunning(session)?.stopsAt !== undefined);
    const cellId = findRunning(near)?.id ?? '';
    await runtime.kernels.control(sessionId, { action: 'extend', cellId, byMs: 600_000 });
    const extended = (session: Session) => (findRunning(session)?.stopsAt ?? 0) > Date.now() + 300_000;
    await until(extended);
    await writeFile(join(test.workspacesDir, sessionId, 'gate'), '');
    await runtime.runs.wait(runId);
    const session = await runtime.sessions.read(sessionId);
    expect(session.runs[0]?.outcome).toEqual({ status: 'answered' });
    const cell = session.cells.find(({ id }) => id === cellId);
    expect(cell).toMatchObject({ status: 'ok', stopsAt: undefined });
    const limits = (await readEvents()).filter(({ type }) => type === 'cell-limit');
    expect(limits).toMatchObject([{ cellId }, { cellId, extendedMs: 600_000 }]);
    const late = runtime.kernels.control(sessionId, { action: 'extend', cellId, byMs: 60_000 });
    await expect(late).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('not running'),
    });
  });
});

describe('a rebuild', () => {
  it('brings names back by running the cells again, and the next question can use them', async () => {
    const {
      runtime,
      model,
      sessionId,
      run: ask,
      read,
    } = await open([
      fence('import pandas as pd\ndf = pd.DataFrame({"a": [1, 2, 3], "b": 0})\nprint("made", len(df))'),
      fence('broken = no_such_name'),
      fence('total = int(df["a"].sum())'),
      fence(KILL),
      'It died.',
      fence('print(total, len(df))'),
      'Still 6.',
    ]);
    const lost = await ask('Sum.');
    expect(lost.kernel.lost).toContain('died');
    expect(lost.kernel.lostNames).toEqual([
      { name: 'pd', type: 'module' },
      {
        name: 'df',
        type: 'DataFrame',
        shape: [3, 2],
        bytes: expect.any(Number),
        columns: 'int64: a, b',
        isTable: true,
      },
      { name: 'total', type: 'int', value: '6' },
    ]);
    expect(promptText(model, 4)).toContain(
      '[Gone with the kernel: df (DataFrame 3×2), total (int); imports pd.]',
    );

    const before = lost.cells.map(({ outputs, status, executionCount }) => ({
      outputs,
      status,
      executionCount,
    }));
    await runtime.kernels.control(sessionId, { action: 'rebuild' });
    await expect(runtime.runs.start(sessionId, { task: 'Too early.' })).rejects.toMatchObject({
      code: 'conflict',
    });
    await runtime.kernels.waitForRebuild(sessionId);
    const rebuilt = await read();
    expect(rebuilt.rebuilds).toMatchObject([{ status: 'ok', done: 2, missing: [] }]);
    expect(rebuilt.kernel).toMatchObject({ lost: null, lostNames: [], names: lost.kernel.lostNames });
    expect(
      rebuilt.cells.map(({ outputs, status, executionCount }) => ({ outputs, status, executionCount })),
    ).toEqual(before);

    const after = await ask('And now?');
    expect(promptText(model, 5)).toContain(
      '2 of 2 ran. Defined again: df (DataFrame 3×2), total (int); imports pd.',
    );
    expect(readStdout(after.cells.findLast(({ role }) => role === 'code'))).toBe('6 3\n');
  });

  it('stops at the first cell that fails this time, and says what is back and what is not', async () => {
    const {
      runtime,
      model,
      sessionId,
      run: ask,
      read,
    } = await open([
      fence('first = 1'),
      fence('import os\nopen("once", "x").close()\nsecond = 2'),
      fence('third = 3'),
      fence(KILL),
      'It died.',
      'I see.',
    ]);
    await ask('Count.');
    await runtime.kernels.control(sessionId, { action: 'rebuild' });
    await runtime.kernels.waitForRebuild(sessionId);
    const { rebuilds, kernel } = await read();
    expect(rebuilds).toMatchObject([
      {
        status: 'failed',
        done: 1,
        reason: expect.stringMatching(/In \[2\] failed this time\. FileExistsError/),
        back: [{ name: 'first' }, { name: 'os' }],
        missing: [{ name: 'second' }, { name: 'third' }],
      },
    ]);
    expect(kernel.lost).not.toBeNull();
    expect(kernel.lostNames.map(({ name }) => name)).toEqual(['second', 'third']);
    await rm(join(test.workspacesDir, sessionId, 'once'));
    await runtime.cells.executeBatch(sessionId, { scope: 'all' });
    await runtime.cells.wait(sessionId);
    expect((await read()).kernel).toMatchObject({ lost: null, lostNames: [] });
    await ask('What is there?');
    expect(promptText(model, 5)).toContain('Still gone: second (int), third (int).');
  });

  it('answers as the person did then, and asks for a password again', async () => {
    const asks =
      'from getpass import getpass\nname = input("Name? ")\nkey = getpass("Key: ")\nprint(name, len(key))';
    const { runtime, sessionId, ask, until, read, readEvents } = await open([
      fence(asks),
      fence(KILL),
      'Ok.',
    ]);
    const leave = runtime.inputs.addReader(sessionId);
    const answer = async (prompt: string, value: string, rebuilds = 0) => {
      const findOpen = (session: Session) =>
        session.cells.flatMap((cell) => cell.pendingInputs).find((each) => each.prompt === prompt);
      const isOpen = (session: Session) =>
        session.rebuilds.length === rebuilds && findOpen(session) !== undefined;
      const request = findOpen(await until(isOpen));
      await runtime.inputs.reply(sessionId, request?.requestId ?? '', value);
    };
    const runId = await ask('Ask me.');
    await answer('Name? ', 'Ada');
    await answer('Key: ', 's3cret');
    await runtime.runs.wait(runId);
    const before = await read();
    expect(before.kernel.lostNames.map(({ name }) => name)).toContain('key');
    await runtime.kernels.control(sessionId, { action: 'rebuild' });
    await answer('Key: ', 's3cret', 1);
    await runtime.kernels.waitForRebuild(sessionId);
    const after = await read();
    expect(after.rebuilds).toMatchObject([{ status: 'ok', done: 1, missing: [] }]);
    expect(after.kernel).toMatchObject({ lost: null, names: before.kernel.lostNames });
    expect(after.cells.map(({ outputs }) => outputs)).toEqual(before.cells.map(({ outputs }) => outputs));
    const events = await readEvents();
    expect(JSON.stringify(events)).not.toContain('s3cret');
    const begin = events.findIndex(({ type }) => type === 'rebuild-start');
    expect(events.slice(begin).filter(({ type }) => type.startsWith('input-'))).toMatchObject([
      { type: 'input-request', prompt: 'Key: ' },
      { type: 'input-reply', value: null, from: 'human' },
    ]);
    leave();
  });

  it('is refused during a run, and where nothing can run again', async () => {
    const { runtime, sessionId, ask, until } = await open([fence(WAIT)]);
    const rebuild = () => runtime.kernels.control(sessionId, { action: 'rebuild' });
    await expect(rebuild()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('nothing'),
    });
    const runId = await ask('Wait.');
    await until((session) => readStdout(findRunning(session)).includes('waiting'));
    await expect(rebuild()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Stop it'),
    });
    await runtime.runs.cancel(sessionId, runId);
    await runtime.runs.wait(runId);
  });

  it('can be stopped, and the next one continues', async () => {
    const {
      runtime,
      sessionId,
      run: ask,
      read,
      until,
    } = await open([
      fence('a = 1'),
      fence('import os, time\nif os.path.exists("slow"): time.sleep(600)\nb = 2'),
      'Done.',
    ]);
    await ask('Define.');
    await runtime.kernels.control(sessionId, { action: 'restart' });
    const slow = join(test.workspacesDir, sessionId, 'slow');
    await writeFile(slow, '');
    const rebuild = () => runtime.kernels.control(sessionId, { action: 'rebuild' });
    await rebuild();
    await until(({ rebuilds }) => rebuilds[0]?.done === 1);
    await runtime.kernels.control(sessionId, { action: 'interrupt' });
    const [stopped] = (await read()).rebuilds;
    expect(stopped).toMatchObject({ status: 'stopped', done: 1 });
    expect(stopped?.missing.map(({ name }) => name)).toContain('b');
    await rm(slow);
    await rebuild();
    await runtime.kernels.waitForRebuild(sessionId);
    expect((await read()).rebuilds[1]).toMatchObject({ status: 'ok', done: 1, missing: [] });
    expect((await read()).kernel).toMatchObject({ lost: null, id: 'k-2' });
  });

  it('runs in the kernel that is there, leaves what was defined in it, and tells output that is other now', async () => {
    const { runtime, sessionId, read } = await open([]);
    let last: string | null = null;
    async function add(source: string): Promise<string> {
      last = await runtime.cells.insert(sessionId, { type: 'code', source, after: last });
      await runtime.cells.execute(sessionId, last);
      await runtime.cells.wait(sessionId);
      return last;
    }
    const first = await add('b = 2');
    const second = await add('import time\nc = b * 10\nprint(c, time.time_ns())');
    const third = await add('print("same", object())');
    await runtime.cells.change(sessionId, first, { source: 'b = 6' });
    await runtime.cells.execute(sessionId, first);
    await runtime.cells.wait(sessionId);
    await runtime.kernels.control(sessionId, { action: 'restart' });
    const fourth = await add('h = "made after the restart"');
    await runtime.kernels.control(sessionId, { action: 'rebuild' });
    await runtime.kernels.waitForRebuild(sessionId);
    const { rebuilds, kernel, cells } = await read();
    expect(rebuilds).toMatchObject([{ status: 'ok', cellIds: [first, second, third, first], done: 4 }]);
    expect(kernel).toMatchObject({ lost: null, lostNames: [], id: 'k-2' });
    expect(kernel.names.map(({ name }) => name).toSorted()).toEqual(['b', 'c', 'h', 'time']);
    // As it was: the second cell has not run with the new value.
    const values = kernel.names.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]));
    expect(Object.fromEntries(values)).toEqual({ b: '6', c: '20' });
    const find = (id: string) => cells.find((cell) => cell.id === id);
    expect(find(fourth)).toMatchObject({ kernelId: 'k-2', rebuilt: undefined });
    expect(find(second)).toMatchObject({
      outputs: [{ text: expect.stringMatching(/^20 /) }],
      rebuilt: { isOther: true },
    });
    expect(find(third)).toMatchObject({ rebuilt: { isOther: false } });
    expect([...findStaleCells(await read()).stale]).toEqual([[second, ['b']]]);
  });
});

describe('names', () => {
  it('are told without running what the code defined, whatever it shadows', async () => {
    const kernel = await test.start();
    const code = `
import numpy as np
class Loud(type):
    def __getattribute__(cls, name): raise SystemExit("ran")
    def __eq__(cls, other): raise SystemExit("ran")
    __hash__ = type.__hash__
class Thing(metaclass=Loud):
    def __repr__(self): raise SystemExit("ran")
    def __len__(self): raise SystemExit("ran")
    def __getattribute__(self, name): raise SystemExit("ran")
thing = Thing()
grid = np.zeros((2, 3))
pairs = {"a": 1}
type = len = list = exec = vars = "shadowed"
_private = 1
globals()["not a name"] = 1
def work(): pass`;
    expect((await run(kernel, code)).end.status).toBe('ok');
    expect(await readNames(kernel)).toEqual([
      { name: 'np', type: 'module' },
      { name: 'Loud', type: 'type' },
      { name: 'Thing', type: 'Loud' },
      { name: 'thing', type: 'Thing' },
      { name: 'grid', type: 'ndarray', shape: [2, 3], bytes: 48, isTable: true },
      { name: 'pairs', type: 'dict', shape: [1], isTable: true },
      { name: 'type', type: 'str' },
      { name: 'len', type: 'str' },
      { name: 'list', type: 'str' },
      { name: 'exec', type: 'str' },
      { name: 'vars', type: 'str' },
      { name: 'work', type: 'function' },
    ]);
    await run(kernel, 'for index in range(500): globals()[f"n{index}"] = index');
    expect(await readNames(kernel)).toHaveLength(200);
    await kernel.dispose();
  });
});
