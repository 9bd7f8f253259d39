/**
 * Makes many sandboxes and ends them, every third with SIGKILL, and counts what is left behind.
 * Usage: `node bench/kernel/box-endurance.ts [--count N] [--at-once N] [--start fork|bwrap]`. Exits with 1 when a start
 * failed, or when a process, a zombie, or a descriptor is left.
 */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { listDescendants } from '../../lib/kernel/box/process-tree.ts';
import { createTestProvider, run } from '../../test/helpers/kernel/kernel-provider.ts';

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
console.debug = () => {};

const boxes = await createTestProvider({ sandbox: 'on', box: flags.start === 'bwrap' ? 'bwrap' : 'fork' });
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
await boxes.dispose();
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
    const kernel = await boxes.start();
    const { stdout } = await run(kernel, 'import os, pandas; print(pandas.Series([1, 1]).sum())');
    if (stdout !== '2\n') failures.push(`${number}: ${JSON.stringify(stdout)}`);
    // Not awaited to its end: the box goes under it.
    if (number % 3 === 0) await run(kernel, 'os.kill(-1, 9); os.kill(os.getpid(), 9)');
    await kernel.dispose();
  } catch (error) {
    failures.push(`${number}: ${error}`);
  }
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
