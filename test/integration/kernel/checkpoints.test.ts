/** Kernels that become again what they were before a cell. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { prepareKernel } from '../../../lib/execution/prepare-kernel.ts';
import type { ExecuteOptions, Kernel } from '../../../lib/kernel/kernel.ts';
import { run } from '../../helpers/kernel/kernel-provider.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';

const runCell = (kernel: Kernel, cellId: string, code: string, options: ExecuteOptions = {}) =>
  run(kernel, code, { ...options, cellId });

const REASON = 'Taken back.';
const toBack = (cellId: string) => ({ cellId, files: { names: [], count: 0 } });

/** Counts of descriptors, of calls that are left, and of checkpoints and other children; and what code has set. */
const SIZES = `
import os, contextvars
variable = contextvars.ContextVar('variable')
variable.set('kept')
def dive(depth):
    try: return dive(depth + 1)
    except RecursionError: return depth
def sizes():
    children = open(f'/proc/self/task/{os.getpid()}/children').read().split()
    return len(os.listdir('/proc/self/fd')), dive(0), len(children), variable.get(None)
`;

/** A cell with processes that are there when it is not taken back: one cleans up behind others, one has lost its parent. */
const BEGUN = `
import subprocess, sys
from multiprocessing import resource_tracker as tracker
tracker.ensure_running()
def start_orphan():
    code = 'import subprocess as s; print(s.Popen(["sleep", "300"], start_new_session=True, stdout=s.DEVNULL).pid)'
    return int(subprocess.run([sys.executable, '-c', code], stdout=subprocess.PIPE).stdout)
orphan = start_orphan()
`;

/** A cell whose effects are seen only when its kernel ends, and that has processes in sessions of their own. */
const STARTED = `
import atexit, os, subprocess, sys, time
atexit.register(lambda: open('exit.txt', 'w').close())
class Finalized:
    def __del__(self, open=open): open('finalized.txt', 'w').close()
finalized = Finalized()
held = open('held.txt', 'w')
held.write('held')
code = '''
import subprocess
grandchild = subprocess.Popen(['sleep', '300'], start_new_session=True)
open('pid', 'w').write(str(grandchild.pid))
grandchild.wait()
'''
child = subprocess.Popen([sys.executable, '-c', code], start_new_session=True)
def read(name): return os.path.exists(name) and open(name).read()
while not read('pid'): time.sleep(0.01)
`;

const FIND_RUNNING = `
import os
def find_running(pids):
    existing = [pid for pid in pids if os.path.exists(f'/proc/{pid}/stat')]
    return [pid for pid in existing if open(f'/proc/{pid}/stat').read().rpartition(')')[2].split()[0] != 'Z']
`;

describe.each(['off', 'on'] as const)('with the sandbox %s', (sandbox) => {
  const shared = shareProvider({ sandbox });
  const listIds = async (kernel: Kernel) =>
    (await shared.provider.forks.listCheckpoints(kernel)).checkpoints.map(({ cellId }) => cellId);

  it('is what it was before a cell: variables, random state, and counter, with its files as they are', async () => {
    const kernel = await shared.start();
    await runCell(kernel, 'a', 'import random; random.seed(7); x = [1]');
    await runCell(kernel, 'b', 'x.append(2); drawn = random.random(); open("b.txt", "w").write(str(drawn))');
    await runCell(kernel, 'c', 'x.append(3)');
    expect(await listIds(kernel)).toEqual(['a', 'b', 'c']);
    const changes: unknown[] = [];
    kernel.onStatus((change) => changes.push(change));
    await shared.provider.forks.wake(kernel, toBack('b'), REASON);
    expect(changes).toMatchObject([
      { status: 'restarting', reason: REASON },
      { status: 'idle', stateLost: true, back: toBack('b'), reason: REASON },
    ]);
    const again = await runCell(
      kernel,
      'b',
      'print(x, "drawn" in globals(), open("b.txt").read() == str(random.random()))',
    );
    expect(again.stdout).toBe('[1] False True\n');
    expect(again.end.executionCount).toBe(2);
    expect(await listIds(kernel)).toEqual(['a', 'b']);
    await shared.provider.forks.wake(kernel, toBack('b'), REASON);
    await shared.provider.forks.wake(kernel, toBack('a'), REASON);
    expect(await listIds(kernel)).toEqual([]);
    expect((await run(kernel, 'print("x" in globals())')).stdout).toBe('False\n');
  });

  it('has databases of DuckDB as they were', async () => {
    const kernel = await shared.start();
    await prepareKernel(kernel, []);
    await runCell(
      kernel,
      'a',
      'import duckdb; duckdb.sql("create table t as select range as a from range(9)")',
    );
    await runCell(kernel, 'b', 'duckdb.sql("drop table t")');
    await shared.provider.forks.wake(kernel, toBack('b'), REASON);
    const told = await run(kernel, 'print(duckdb.execute("select sum(a) from t").fetchall())');
    expect(told.stdout).toBe('[(36,)]\n');
  });

  it('has files and locks as they were, and is not kept while there is a pipe', async () => {
    const kernel = await shared.start();
    await runCell(
      kernel,
      'a',
      'open("lines.txt", "w").write("one\\ntwo\\n"); f = open("lines.txt"); f.readline()\n' +
        'from multiprocessing import get_context; lock = get_context("fork").Lock()',
    );
    await runCell(kernel, 'b', 'f.seek(0, 2); lock.acquire(); import os; r, w = os.pipe()');
    await runCell(kernel, 'c', 'os.write(w, b"1"); os.read(r, 1); g = os.fdopen(r)');
    const { explainMissing } = await shared.provider.forks.listCheckpoints(kernel);
    expect(explainMissing('c')).toMatch(/because of a pipe \(descriptor \d+\)/);
    expect(explainMissing('b')).toBeNull();
    await shared.provider.forks.wake(kernel, toBack('b'), REASON);
    const told = await run(kernel, 'print(f.readline(), "w" in globals(), lock.acquire(timeout=1))');
    expect(told.stdout).toBe('two\n False True\n');
  });

  it('is forked as it was before a cell, once, and lives on as it is', async () => {
    const kernel = await shared.start();
    await runCell(kernel, 'a', 'x = [1]; import os; os.environ["HELD"] = "1"');
    await runCell(kernel, 'b', 'x.append(2); log = open("log.txt", "w")');
    await runCell(kernel, 'c', 'x.append(3)');
    const workspace = join(shared.workspacesDir, crypto.randomUUID());
    await mkdir(workspace);
    const options = { kernelName: 'python3', workspace };
    const fork = await shared.provider.forks.fork(kernel, options, 'b');
    await run(fork, 'x.append("other"); open("own.txt", "w").write("own")');
    expect((await run(fork, 'print(x, "log" in globals())')).stdout).toBe("[1, 'other'] False\n");
    expect(await readFile(join(workspace, 'own.txt'), 'utf8')).toBe('own');
    expect((await runCell(kernel, 'd', 'print(x)')).stdout).toBe('[1, 2, 3]\n');
    const { explainMissing } = await shared.provider.forks.listCheckpoints(kernel);
    expect(explainMissing('b')).toBe(
      'The state before this cell was not kept because of a branch that began with it.',
    );
    await expect(shared.provider.forks.fork(kernel, options, 'b')).rejects.toThrow('a branch that began');
    await kernel.dispose();
    expect((await run(fork, 'print(x)')).stdout).toBe("[1, 'other']\n");
  });

  it('goes back one cell after another, and knows nothing of what was taken back', async () => {
    const kernel = await shared.start();
    const ids = ['a', 'b', 'c', 'd', 'e'];
    for (const id of ids) await runCell(kernel, id, `${id} = 1`);
    for (const id of ids.toReversed()) {
      await shared.provider.forks.wake(kernel, toBack(id), REASON);
      const left = ids.filter((each) => each < id);
      expect(await listIds(kernel)).toEqual(left);
      const { explainMissing } = await shared.provider.forks.listCheckpoints(kernel);
      expect(explainMissing(id)).toContain('its kernel, which has nothing from before it');
      const { stdout } = await run(
        kernel,
        `print([each for each in ${JSON.stringify(ids)} if each in globals()])`,
      );
      expect(JSON.parse(stdout.replaceAll("'", '"'))).toEqual(left);
    }
  });

  it('leaves no descriptors, frames, processes, and context variables behind when cells are taken back', async () => {
    const kernel = await shared.start();
    await runCell(kernel, 'a', SIZES);
    await runCell(kernel, 'b', 'print(*sizes())');
    const sizes = new Set<string>();
    for (let round = 0; round < 5; round += 1) {
      await shared.provider.forks.wake(kernel, toBack('b'), REASON);
      sizes.add((await runCell(kernel, 'b', 'print(*sizes())')).stdout);
    }
    expect([...sizes]).toEqual([expect.stringMatching(/^\d+ \d+ 1 kept\n$/)]);
  });

  it('replaces a kernel that runs nothing at its end, and ends with its processes and all its files written', async () => {
    const kernel = await shared.start();
    await runCell(kernel, 'a', BEGUN);
    await runCell(kernel, 'b', STARTED);
    await runCell(kernel, 'c', 'x = 1');
    const { stdout } = await run(kernel, 'print([child.pid, int(read("pid")), start_orphan(), os.getpid()])');
    await shared.provider.forks.wake(kernel, toBack('b'), REASON);
    const found = await run(kernel, `${FIND_RUNNING}print(find_running(${stdout}))`);
    expect(found.stdout).toBe('[]\n');
    const own = await run(kernel, 'print(len(find_running([tracker._resource_tracker._pid, orphan])))');
    expect(own.stdout).toBe('2\n');
    await run(kernel, 'os.kill(orphan, 9)');
    expect((await run(kernel, 'print(sorted(os.listdir()), open("held.txt").read())')).stdout).toBe(
      "['held.txt', 'pid'] held\n",
    );
  });

  it('is what it was before a cell that ended it', async () => {
    const kernel = await shared.start();
    await runCell(kernel, 'a', 'x = 1');
    const back = Promise.withResolvers<void>();
    const stop = kernel.onStatus(({ status, stateLost }) => status === 'idle' && stateLost && back.resolve());
    const { end } = await runCell(kernel, 'b', 'x = 2; import os; os.kill(os.getpid(), 9)');
    expect(end.status).toBe('kernel-died');
    await back.promise;
    stop();
    expect((await run(kernel, 'print("x" in globals())')).stdout).toBe('False\n');
    await shared.provider.forks.wake(kernel, toBack('b'), REASON);
    expect((await run(kernel, 'print(x)')).stdout).toBe('1\n');
  });

  it('keeps five, says why there are no others, and stays as it is when there is none', async () => {
    const kernel = await shared.start();
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) await runCell(kernel, id, `${id} = 1`);
    await runCell(
      kernel,
      'g',
      'import threading, time; threading.Thread(target=time.sleep, args=(2,), name="w").start()',
    );
    await runCell(kernel, 'h', 'h = 1');
    const { checkpoints, explainMissing } = await shared.provider.forks.listCheckpoints(kernel);
    expect(checkpoints.map(({ cellId }) => cellId)).toEqual(['c', 'd', 'e', 'f', 'g']);
    expect(explainMissing('a')).toContain('later cells');
    expect(explainMissing('h')).toContain('the thread “w”');
    expect(explainMissing('g')).toBeNull();
    await expect(shared.provider.forks.wake(kernel, toBack('h'), REASON)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('the thread “w”'),
    });
    expect((await run(kernel, 'print(h)')).stdout).toBe('1\n');
  });

  it('takes little of the time of many short cells', async () => {
    const kernel = await shared.start();
    for (let index = 0; index < 400; index += 1) await runCell(kernel, `c-${index}`, 'pass');
    const { explainMissing } = await shared.provider.forks.listCheckpoints(kernel);
    const reasons = Array.from({ length: 200 }, (_, index) => explainMissing(`c-${200 + index}`));
    expect(reasons).toContain(
      'The state before this cell was not kept because of the many cells that ran right before it.',
    );
  });

  it('gives up what would hold too much memory', async () => {
    const kernel = await shared.start();
    await runCell(kernel, 'a', 'import numpy as np; x = np.ones(90_000_000)');
    await runCell(kernel, 'b', 'print(x.sum())');
    await runCell(kernel, 'c', 'x = x * 2');
    // It is measured after the cell.
    await setTimeout(300);
    const { checkpoints, explainMissing, off } = await shared.provider.forks.listCheckpoints(kernel);
    expect(checkpoints).toEqual([]);
    expect(explainMissing('c')).toContain('the memory that it held');
    expect(off).toContain('the memory that the last such state held');
    await runCell(kernel, 'd', 'd = 1');
    expect(await listIds(kernel)).toEqual([]);
    expect((await run(kernel, 'print(x.sum(), d)')).stdout).toBe('180000000.0 1\n');
  });
});
