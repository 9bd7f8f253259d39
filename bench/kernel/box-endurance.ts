/**
 * Makes many sandboxes and ends them, every third with SIGKILL, and counts what is left behind.
 * Usage: `node bench/kernel/box-endurance.ts [--count N] [--at-once N] [--start fork|bwrap]`. Exits with 1 when a start
 * failed, or when a process, a zombie, or a descriptor is left.
 */
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '../../lib/config/config.ts';
import { listDescendants } from '../../lib/kernel/box/process-tree.ts';
import { createJupyterKernels } from '../../lib/kernel/jupyter-kernels.ts';
import type { Kernel } from '../../lib/kernel/kernel.ts';

const { values: flags } = parseArgs({
  options: {
    count: { type: 'string', default: '500' },
    'at-once': { type: 'string', default: '8' },
    start: { type: 'string', default: 'fork' },
  },
});
const count = Number(flags.count);
const atOnce = Number(flags['at-once']);
/** Processes that were killed take a moment to go, and an outdated zygote until its last box has. */
const SETTLE_MS = 5_000;
/** What is measured is boxes that are forked. */
const FORK_PATIENCE_MS = 60_000;
console.debug = () => {};

const { python, rootDir, kernelEnv } = readConfig({ ...process.env });
const workspacesDir = await mkdtemp(join(tmpdir(), 'actbook-bench-'));
const provider = createJupyterKernels({
  python,
  rootDir,
  workspacesDir,
  kernelEnv,
  sandbox: 'on',
  box: flags.start === 'bwrap' ? 'bwrap' : 'fork',
  forkPatienceMs: FORK_PATIENCE_MS,
  external: null,
});
const failures: string[] = [];
let made = 0;

await makeOne();
await setTimeout(SETTLE_MS);
const before = await look();
const startedAt = performance.now();
await Promise.all(Array.from({ length: atOnce }, makeMany));
const seconds = (performance.now() - startedAt) / 1000;
await setTimeout(SETTLE_MS);
const after = await look();
await provider.dispose();
await rm(workspacesDir, { recursive: true });
const left = listDescendants(process.pid).length;
const report = { made, seconds: Math.round(seconds), failures, before, after, left };
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
const isClean =
  failures.length === 0 &&
  after.zombies === 0 &&
  after.descriptors <= before.descriptors &&
  after.processes <= before.processes &&
  left === 0;
process.exit(isClean ? 0 : 1);

async function makeMany(): Promise<void> {
  while (made < count) await makeOne();
}

async function makeOne(): Promise<void> {
  made += 1;
  const number = made;
  try {
    const kernel = await open();
    const text = await run(kernel, 'import os, pandas; print(pandas.Series([1, 1]).sum())');
    if (text !== '2\n') failures.push(`${number}: ${JSON.stringify(text)}`);
    // Not awaited to its end: the box goes under it.
    if (number % 3 === 0) await run(kernel, 'os.kill(-1, 9); os.kill(os.getpid(), 9)');
    await kernel.dispose();
  } catch (error) {
    failures.push(`${number}: ${error}`);
  }
}

async function open(): Promise<Kernel> {
  const workspace = join(workspacesDir, crypto.randomUUID());
  await mkdir(workspace);
  return provider.start({ kernelName: 'python3', workspace });
}

/** What it printed. */
async function run(kernel: Kernel, code: string): Promise<string> {
  let text = '';
  for await (const event of kernel.execute(code)) {
    if (event.type === 'output' && event.output.output_type === 'stream') text += event.output.text;
  }
  return text;
}

/** This process and all below it. */
async function look() {
  const pids = [process.pid, ...listDescendants(process.pid)];
  const states = await Promise.all(pids.map(readState));
  const descriptors = await Promise.all(
    pids.map(async (pid) => (await readdir(`/proc/${pid}/fd`).catch(() => [])).length),
  );
  return {
    processes: pids.length,
    zombies: states.filter((state) => state === 'Z').length,
    descriptors: descriptors.reduce((sum, each) => sum + each, 0),
  };
}

async function readState(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3);
}
