/** What it costs a cell that the kernel keeps what it was before it, and how long it takes to be that again. */
import { setTimeout } from 'node:timers/promises';
import { run, type TestProvider } from '../../test/helpers/kernel/kernel-provider.ts';
import { median } from '../figures.ts';
import { runWell } from './run-well.ts';

const PAUSE_MS = 200;
/** Pairs of cells, one of each with a checkpoint. */
const PAIRS = 25;
const NO_FILES = { names: [], count: 0 };

export interface CheckpointCost {
  gigabytes: number;
  /** Medians, milliseconds from the request of a cell to its end. */
  withoutMs: number;
  withMs: number;
  /** The median of the differences between both cells of a pair. */
  differenceMs: number;
  /** From the request to `1+1` answered by what the kernel was. */
  wokenMs: number;
  /** A sentence: why the kernel kept no more of them in the end, or null. */
  off: string | null;
}

/** `gigabytes`: of a frame with eight columns. */
export async function measureCheckpoints(
  { start, provider }: TestProvider,
  gigabytes: number,
): Promise<CheckpointCost> {
  const kernel = await start();
  const rows = Math.round((gigabytes * 1024 ** 3) / 64);
  await runWell(
    kernel,
    `import numpy as np, pandas as pd\nframe = pd.DataFrame(np.random.default_rng(0).random((${rows}, 8)), copy=False)`,
  );
  const time = async (cellId: string | undefined) => {
    // After a cell, the kernel looks at its memory: one that follows at once would wait for that.
    await setTimeout(PAUSE_MS);
    const startedAt = performance.now();
    await run(kernel, 'x = 1', { cellId });
    return performance.now() - startedAt;
  };
  await time('first');
  const pairs: { without: number; kept: number }[] = [];
  for (let index = 0; index < PAIRS; index += 1) {
    // Each goes first as often as the other.
    const [first, second] = [index % 2 ? `c-${index}` : undefined, index % 2 ? undefined : `c-${index}`];
    const [one, two] = [await time(first), await time(second)];
    pairs.push(first === undefined ? { without: one, kept: two } : { without: two, kept: one });
  }
  const { checkpoints, off } = await provider.forks.listCheckpoints(kernel);
  const cellId = checkpoints.at(-1)?.cellId;
  const startedAt = performance.now();
  if (cellId !== undefined) await provider.forks.wake(kernel, { cellId, files: NO_FILES }, 'Measured.');
  await runWell(kernel, '1+1');
  const wokenMs = cellId === undefined ? Number.NaN : performance.now() - startedAt;
  await kernel.dispose();
  return {
    gigabytes,
    withoutMs: median(pairs.map(({ without }) => without)),
    withMs: median(pairs.map(({ kept }) => kept)),
    differenceMs: median(pairs.map(({ without, kept }) => kept - without)),
    wokenMs,
    off,
  };
}
