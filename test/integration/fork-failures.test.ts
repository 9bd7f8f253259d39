/** What happens where boxes are to be forked and that is not worth it, or does not work. */
import { appendFile, cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../lib/config/config.ts';
import { defaultBoxLimits, readMachineMemory } from '../../lib/kernel/box/box-limits.ts';
import { probeFork } from '../../lib/kernel/box/probe-fork.ts';
import type { JupyterKernelsOptions } from '../../lib/kernel/jupyter-kernels.ts';
import { ROOT_DIR } from '../helpers/app.ts';
import { runCli } from '../helpers/cli.ts';
import { createCliHome, readNotebookFile } from '../helpers/cli-home.ts';
import { createTestProvider, run } from '../helpers/kernel-provider.ts';
import { createTempDir } from '../helpers/temp-dir.ts';
import { listOwnProcesses } from '../helpers/worker-processes.ts';

async function openProvider(options: Partial<JupyterKernelsOptions>) {
  const test = await createTestProvider({ sandbox: 'on', box: 'fork', ...options });
  onTestFinished(test.dispose);
  return test;
}

/** Processes of this test that boxes are forked from, and all that were forked from them. */
async function countForks(): Promise<number> {
  const commands = await Promise.all(
    listOwnProcesses().map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return commands.filter((command) => command.includes('box_zygote.py')).length;
}

/** Our Python programs, of which one is changed. Returns the folder that has them. */
async function copyPrograms(name: string, change: string): Promise<string> {
  const rootDir = await createTempDir();
  const filter = (path: string) => !path.endsWith('__pycache__');
  await cp(join(ROOT_DIR, 'kernels'), join(rootDir, 'kernels'), { recursive: true, filter });
  await appendFile(join(rootDir, 'kernels', name), `\n${change}\n`);
  return rootDir;
}

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
