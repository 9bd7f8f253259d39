/** What happens where boxes are to be forked and that is not worth it, or does not work. */
import { existsSync } from 'node:fs';
import { readFile, readlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '../../../lib/config/config.ts';
import { defaultBoxLimits, readMachineMemory } from '../../../lib/kernel/box/box-limits.ts';
import { probeFork } from '../../../lib/kernel/box/probe-fork.ts';
import type { JupyterKernelsOptions } from '../../../lib/kernel/jupyter-kernels.ts';
import { runCli } from '../../helpers/bin/cli.ts';
import { createCliHome, readNotebookFile } from '../../helpers/bin/cli-home.ts';
import { copyPrograms } from '../../helpers/box/copy-programs.ts';
import { isAlive } from '../../helpers/kernel/kernel-processes.ts';
import { createTestProvider, FORK_PATIENCE_MS, run } from '../../helpers/kernel/kernel-provider.ts';
import { listOwnProcesses } from '../../helpers/worker-processes.ts';

async function openProvider(options: Partial<JupyterKernelsOptions>) {
  const test = await createTestProvider({ sandbox: 'on', box: 'fork', ...options });
  onTestFinished(test.dispose);
  return test;
}

/** Processes of this test that boxes are forked from, and all that were forked from them. */
async function listForks(): Promise<number[]> {
  const pids = listOwnProcesses();
  const commands = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return pids.filter((_, index) => commands[index]?.includes('box_zygote.py'));
}

const countForks = async () => (await listForks()).length;
const countSockets = () => process.getActiveResourcesInfo().filter((kind) => kind === 'PipeWrap').length;

/** In which a stop that meets what hangs is over, milliseconds. */
const END_MS = 8_000;

it('a command that runs once gets one from bubblewrap', async () => {
  const fence = '```python\nprint(6 * 7)\n```';
  const { home, env } = await createCliHome([fence, 'It is 42.']);
  const { code, stderr } = await runCli(['run', 'How many?', '--out', 'out.ipynb'], {
    home,
    env: { ...env, ACTBOOK_SANDBOX: 'on', ACTBOOK_SANDBOX_START: 'fork' },
  });
  expect(code, stderr).toBe(0);
  const { metadata } = await readNotebookFile(join(home, 'out.ipynb'));
  expect(metadata.actbook).toMatchObject({ isolation: 'box', sandboxStart: 'bubblewrap' });
});

it('a program loads no libraries for its first session, and has later ones forked', async () => {
  const test = await openProvider({ boxesBeforeFork: 2 });
  expect((await test.start()).info.sandboxStart).toBe('bubblewrap');
  expect(await countForks()).toBe(0);
  expect((await test.start()).info.sandboxStart).toBe('bubblewrap');
  expect((await test.start()).info.sandboxStart).toBe('fork');
});

it('a forked box whose server fails gives way to one from bubblewrap, and after three no more are forked', async () => {
  const rootDir = await copyPrograms('box_init.py', 'def run_server(*_): sys.exit("It cannot serve here.")');
  const test = await openProvider({ rootDir });
  for (let count = 1; count <= 4; count++) {
    const kernel = await test.start();
    expect(kernel.info.sandboxStart).toBe('bubblewrap');
    expect((await run(kernel, 'print(6 * 7)')).stdout).toBe('42\n');
    if (count < 3) expect(await countForks()).toBe(1);
  }
  await expect.poll(countForks).toBe(0);
  const { python, kernelEnv } = readConfig({ ...process.env });
  const limits = defaultBoxLimits(readMachineMemory());
  const { failure } = await probeFork({ python, kernelEnv, limits, scriptsDir: join(rootDir, 'kernels') });
  expect(failure).toContain('It cannot serve here.');
});

it.each(['loads', 'listens'])(
  'what boxes are forked from, and hangs while it %s, ends with its owner',
  async (phase) => {
    const before = await listForks();
    const test = await createTestProvider({ sandbox: 'on', box: 'fork', warmBoxes: 0 });
    onTestFinished(() => test.provider.dispose());
    test.provider.keepWarm();
    const findNew = async () => (await listForks()).find((pid) => !before.includes(pid));
    const pid = (await vi.waitUntil(findNew, { timeout: FORK_PATIENCE_MS })) ?? 0;
    const scratch = dirname(await readlink(`/proc/${pid}/cwd`));
    const listens = () => existsSync(join(scratch, 'zygote.sock'));
    if (phase === 'listens') {
      await vi.waitUntil(listens, { timeout: FORK_PATIENCE_MS });
      // What only the first one needs is known by then, so that the next program is the one that hangs.
      await (await test.start()).dispose();
    }
    process.kill(pid, 'SIGSTOP');
    const [sockets, programs] = [countSockets(), listOwnProcesses().length];
    const refused = test.start().catch((error: unknown) => error);
    const isConnected = () => countSockets() > sockets && listOwnProcesses().length === programs;
    if (phase === 'listens') await vi.waitUntil(isConnected, { timeout: FORK_PATIENCE_MS });
    const startedAt = performance.now();
    await test.dispose();
    expect(performance.now() - startedAt).toBeLessThan(END_MS);
    expect(await refused).toMatchObject({ code: 'kernel-unavailable' });
    expect([isAlive(pid), existsSync(scratch)]).toEqual([false, false]);
  },
);

it.each([
  ['before it has read what it is to make', 'def read_request(_): os._exit(1)'],
  ['with its socket open', 'def make_box(given): open(given["socketPath"], "w").close(); os._exit(1)'],
])('a guard that goes without a word, %s, gives way to bubblewrap', async (_when, code) => {
  const test = await openProvider({ rootDir: await copyPrograms('box_guard.py', code) });
  const kernel = await test.start();
  expect(kernel.info.sandboxStart).toBe('bubblewrap');
  expect((await run(kernel, 'print(6 * 7)')).stdout).toBe('42\n');
});

it('what boxes are forked from is given up when it does not start', async () => {
  const rootDir = await copyPrograms('rehearse.py', 'raise RuntimeError("It cannot load here.")');
  const test = await openProvider({ rootDir });
  for (let count = 1; count <= 3; count++) {
    expect((await test.start()).info.sandboxStart).toBe('bubblewrap');
  }
  const before = await countForks();
  await test.start();
  expect([before, await countForks()]).toEqual([0, 0]);
  const { python, kernelEnv } = readConfig({ ...process.env });
  const limits = defaultBoxLimits(readMachineMemory());
  const { failure } = await probeFork({ python, kernelEnv, limits, scriptsDir: join(rootDir, 'kernels') });
  expect(failure).toBe('It ended before it was ready. RuntimeError: It cannot load here.');
});
