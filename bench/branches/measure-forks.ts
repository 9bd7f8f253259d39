/** What a branch of a kernel with a large frame costs, beside other ways to the same variables; and what many branches leave behind. */
import { setTimeout } from 'node:timers/promises';
import { listDescendants, measureSharedOnce } from '../../lib/kernel/box/process-tree.ts';
import type { Kernel } from '../../lib/kernel/kernel.ts';
import { run, type TestProvider } from '../../test/helpers/kernel/kernel-provider.ts';
import { runWell } from './run-well.ts';
import { forkInto } from './try-case.ts';

/** Eight columns of 16 million numbers, 1 GB, and what other ways may lose. */
export const CELLS = [
  'import numpy as np, pandas as pd\nframe = pd.DataFrame(np.random.default_rng(0).random((16_777_216, 8)))',
  'total = float(frame[0].sum())',
  'draws = (i * i for i in range(9)); first = next(draws), next(draws)',
];
const RIGHT = 'print(round(float(frame[0].sum()) - total, 6), "draws" in globals() and next(draws))';
const EXPECTED = '0.0 4';

/** Until the parent has taken the last branch off the process table. */
const SETTLE_MS = 1_000;

export interface Way {
  way: string;
  /** From the request to `1+1` answered. */
  ms: number;
  /** Of memory that all processes have more than before. */
  memoryBytes: number;
  diskBytes: number;
  /** What the copy does not have, as Python says it; empty if nothing. */
  lost: string;
}

export async function measureWays(test: TestProvider): Promise<Way[]> {
  const parent = await test.start();
  for (const cell of CELLS) await runWell(parent, cell);
  const ways = [await measureWay('branch', () => forkInto(test, parent))];
  ways.push(
    await measureWay('rebuild: its cells again', async () => {
      const kernel = await test.start();
      for (const cell of CELLS) await runWell(kernel, cell);
      return kernel;
    }),
  );
  await parent.dispose();
  return ways;
}

/** The copy is looked at, then ended. */
export async function measureWay(way: string, copy: () => Promise<Kernel>): Promise<Way> {
  const before = await measureAll();
  const startedAt = performance.now();
  const kernel = await copy();
  await runWell(kernel, '1+1');
  const ms = performance.now() - startedAt;
  const memoryBytes = (await measureAll()) - before;
  const printed = (await run(kernel, RIGHT)).stdout.trim();
  await kernel.dispose();
  return {
    way,
    ms,
    memoryBytes,
    diskBytes: 0,
    lost: printed === EXPECTED ? '' : `${printed} for ${EXPECTED}`,
  };
}

export interface Left {
  before: string;
  after: string;
  mixed: number;
}

const HELD =
  'import os, gc; gc.collect(); print(len(os.listdir("/proc/self/fd")), len(os.listdir("/proc/self/task")), int(open("/proc/self/statm").read().split()[1]) * 4 // 1024)';

/** Descriptors, threads, and resident MB of the parent; how many of the branches' outputs were not their own. */
export async function measureMany(test: TestProvider, count: number): Promise<Left> {
  const parent = await test.start();
  // With its first output, ipykernel's thread that sends outputs gets a socket of its own, branches or not.
  await runWell(parent, 'import pandas as pd; x = 7; print(x)');
  await (await forkInto(test, parent)).dispose();
  await setTimeout(SETTLE_MS);
  const before = (await run(parent, HELD)).stdout.trim();
  let mixed = 0;
  for (let index = 0; index < count; index += 1) {
    const branch = await forkInto(test, parent);
    const [own, its] = await Promise.all([
      run(parent, 'for _ in range(50): print("parent", flush=True)'),
      run(branch, `for _ in range(50): print("branch ${index}", flush=True)`),
    ]);
    if (own.stdout !== 'parent\n'.repeat(50) || its.stdout !== `branch ${index}\n`.repeat(50)) mixed += 1;
    await branch.dispose();
  }
  await setTimeout(SETTLE_MS);
  const after = (await run(parent, HELD)).stdout.trim();
  await parent.dispose();
  return { before, after, mixed };
}

/** What the one that is left prints after `kill -9` of the other: of the branch, then of the parent. */
export async function measureKills(test: TestProvider): Promise<string[]> {
  const printed: string[] = [];
  for (const isBranch of [true, false]) {
    const parent = await test.start();
    await runWell(parent, 'x = 7');
    const branch = await forkInto(test, parent);
    const [victim, other] = isBranch ? [branch, parent] : [parent, branch];
    await run(victim, 'import os; os.kill(os.getpid(), 9)');
    printed.push((await run(other, 'print(x)', { timeoutMs: 15_000 })).stdout.trim());
    await Promise.all([branch.dispose(), parent.dispose()]);
  }
  return printed;
}

const measureAll = () => measureSharedOnce(listDescendants(process.pid));
