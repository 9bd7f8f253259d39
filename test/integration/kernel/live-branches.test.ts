/** Kernels that are forked while they live: with everything they hold, and apart from then on. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { prepareKernel } from '../../../lib/execution/prepare-kernel.ts';
import { readTablePage } from '../../../lib/execution/read-table.ts';
import type { Kernel } from '../../../lib/kernel/kernel.ts';
import { TableWindow } from '../../../lib/protocol/tables/table-query.ts';
import { createTestProvider, run, type TestProvider } from '../../helpers/kernel/kernel-provider.ts';
import { shareProvider } from '../../helpers/kernel/share-provider.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

async function branch(test: TestProvider, kernel: Kernel): Promise<{ kernel: Kernel; workspace: string }> {
  const workspace = join(test.workspacesDir, crypto.randomUUID());
  await mkdir(workspace);
  const forked = await test.provider.forks.fork(kernel, { kernelName: 'python3', workspace });
  return { kernel: forked, workspace };
}

/** The next execution would start it again: it is only to be gone. */
async function kill(kernel: Kernel): Promise<void> {
  const gone = Promise.withResolvers<void>();
  kernel.onStatus(({ stateLost }) => stateLost && gone.resolve());
  const pid = kernel.evaluate('__import__("os").kill(__import__("os").getpid(), 9)').catch(() => null);
  await Promise.all([pid, gone.promise]);
}

describe.each(['off', 'on'] as const)('with the sandbox %s', (sandbox) => {
  const shared = shareProvider({ sandbox });

  it('has all that its parent has, and works on in a folder of its own', async () => {
    const parent = await shared.start();
    await run(
      parent,
      'import random, pandas as pd; random.seed(7); x = [1]; df = pd.DataFrame({"a": range(5)})',
    );
    const fork = await branch(shared, parent);
    await writeFile(join(fork.workspace, 'given.txt'), 'given');
    const { stdout } = await run(
      fork.kernel,
      'x.append(2); print(x, df.a.sum(), open("given.txt").read(), random.random())\nopen("own.txt", "w").write("own")',
    );
    const [seen, drawn] = stdout.split(' given ');
    expect(seen).toBe('[1, 2] 10');
    expect((await run(parent, 'print(x, random.random())')).stdout).toBe(`[1] ${drawn}`);
    expect(await readFile(join(fork.workspace, 'own.txt'), 'utf8')).toBe('own');
    expect(fork.kernel.folder === null).toBe(sandbox === 'off');
  });

  it('is made after large outputs, and puts out large ones itself', async () => {
    const parent = await shared.start();
    await run(parent, 'x = 1; print("x" * 500_000)\nfrom IPython.display import HTML; HTML("x" * 300_000)');
    const { kernel } = await branch(shared, parent);
    const { stdout, outputs } = await run(kernel, 'print("y" * 500_000)\nHTML("y" * 300_000)');
    expect([stdout.length, outputs.at(-1)?.output_type]).toEqual([500_001, 'execute_result']);
    expect((await run(parent, 'print("z" * 500_000)')).stdout).toHaveLength(500_001);
  });

  it('is made after a file was looked at', async () => {
    const parent = await shared.start();
    await prepareKernel(parent, []);
    const code = 'import os; open("t.csv", "w").write("a\\n1\\n"); x = 7; print(os.getcwd())';
    const roots = [(await run(parent, code)).stdout.trim()];
    const look = () =>
      readTablePage(parent, { source: 'files', name: 't.csv', roots }, TableWindow.parse({}));
    expect((await look()).rowCount).toBe(1);
    const { kernel } = await branch(shared, parent);
    expect((await run(kernel, 'print(x)')).stdout).toBe('7\n');
    expect((await look()).rowCount).toBe(1);
  });

  it('has the databases of DuckDB, whose threads work on in both', async () => {
    const parent = await shared.start();
    await prepareKernel(parent, []);
    await run(
      parent,
      'import duckdb; t = duckdb.sql("select range as a from range(1000000)"); c = duckdb.connect(); c.execute("create table t as select range as a from range(9)")',
    );
    const { kernel } = await branch(shared, parent);
    const code =
      'print(t.sum("a").fetchall(), c.execute("select max(a), current_setting(\'threads\') from t").fetchone())';
    const { stdout } = await run(parent, code);
    expect(stdout).toMatch(/^\[\(499999500000,\)\] \(8, [1-9]\d*\)\n$/);
    expect((await run(kernel, code)).stdout).toBe(stdout);
    expect((await run(parent, 'print(c.execute("insert into t values (9)").fetchall())')).stdout).toBe(
      '[(1,)]\n',
    );
    expect((await run(kernel, code)).stdout).toBe(stdout);
  });

  it('outlives its parent, and its parent outlives it; started again, it starts empty', async () => {
    const parent = await shared.start();
    await run(parent, 'x = 1');
    const first = await branch(shared, parent);
    const second = await branch(shared, first.kernel);
    await run(first.kernel, 'x = 2');
    await kill(parent);
    expect((await run(second.kernel, 'print(x)')).stdout).toBe('1\n');
    await parent.dispose();
    expect((await run(first.kernel, 'print(x)')).stdout).toBe('2\n');
    await kill(second.kernel);
    expect((await run(first.kernel, 'print(x)')).stdout).toBe('2\n');
    await writeFile(join(first.workspace, 'mine.txt'), 'mine');
    await first.kernel.restart();
    const again = await run(first.kernel, 'print("x" in globals(), open("mine.txt").read())');
    expect(again.stdout).toBe('False mine\n');
    expect(first.kernel.folder).toBe(sandbox === 'off' ? null : '/session');
  });

  it.each([
    [
      'a thread',
      'import threading, time; t = threading.Thread(target=time.sleep, args=(9,), name="w"); t.start()',
      'the thread “w”',
    ],
    [
      'a thread that a library made, without a name',
      'import ctypes; c = ctypes.CDLL(None); t = c.pthread_create(ctypes.byref(ctypes.c_ulong()), None, c.pause, None)',
      'a thread of a library',
    ],
    ['a process', 'import subprocess; p = subprocess.Popen(["sleep", "9"])', '(sleep)'],
    ['an open file', 'f = open("log.txt", "w")', 'the file log.txt, which is open for writing (variable f)'],
    ['a connection', 'import socket; s = socket.create_server(("127.0.0.1", 0))', 'a connection (127.0.0.1:'],
    [
      'shared memory',
      'import numpy as np; m = np.memmap("m.dat", mode="w+", shape=(9,)); m._mmap',
      'shared memory (m.dat) (variable m)',
    ],
    ['a task', 'import asyncio; t = asyncio.ensure_future(asyncio.sleep(9))', 'the task sleep'],
    ['a temporary folder', 'import tempfile; d = tempfile.TemporaryDirectory()', 'the temporary folder'],
  ])('is refused because of %s, before anything is forked', async (_, code, obstacle) => {
    const parent = await shared.start();
    await run(parent, code);
    expect(await shared.provider.forks.explainRefusal(parent)).toContain(obstacle);
    await expect(branch(shared, parent)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(obstacle),
    });
    expect((await run(parent, 'print(1 + 1)')).stdout).toBe('2\n');
  });
});

it('works where the kernel talks over TCP', async () => {
  // Unix sockets have no room for paths in there.
  const folder = join(await createTempDir(), 'long'.repeat(12));
  await mkdir(folder);
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  const test = await createTestProvider({ sandbox: 'off' });
  onTestFinished(test.dispose);
  const parent = await test.start();
  await run(parent, 'x = 1');
  const { kernel } = await branch(test, parent);
  expect((await run(kernel, 'x += 1; print(x)')).stdout).toBe('2\n');
});
