/** Kernels that become again what they were before a cell. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { ExecuteOptions, Kernel } from '../../../lib/kernel/kernel.ts';
import { run } from '../../helpers/kernel/kernel-provider.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';

const runCell = (kernel: Kernel, cellId: string, code: string, options: ExecuteOptions = {}) =>
  run(kernel, code, { ...options, cellId });

const REASON = 'Taken back.';
const toBack = (cellId: string) => ({ cellId, files: { names: [], count: 0 } });

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

  it('reads files on from where they were, and is not kept while there is a pipe', async () => {
    const kernel = await shared.start();
    await runCell(
      kernel,
      'a',
      'open("lines.txt", "w").write("one\\ntwo\\n"); f = open("lines.txt"); f.readline()',
    );
    await runCell(kernel, 'b', 'f.seek(0, 2); import os; r, w = os.pipe()');
    await runCell(kernel, 'c', 'os.write(w, b"1"); os.read(r, 1); g = os.fdopen(r)');
    const { explainMissing } = await shared.provider.forks.listCheckpoints(kernel);
    expect(explainMissing('c')).toMatch(/because of a pipe \(descriptor \d+\)/);
    expect(explainMissing('b')).toBeNull();
    await shared.provider.forks.wake(kernel, toBack('b'), REASON);
    expect((await run(kernel, 'print(f.readline(), "w" in globals())')).stdout).toBe('two\n False\n');
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
