/** What it costs a cell that the kernel keeps what it was before it, and how long it takes to be that again. */
import { setTimeout } from 'node:timers/promises';
import type { Kernel } from '../../lib/kernel/kernel.ts';
import { run, type TestProvider } from '../../test/helpers/kernel/kernel-provider.ts';
import { median } from '../figures.ts';
import { runWell } from './run-well.ts';

const ROUNDS = 25;
/** Before every other cell: somebody has read what the last one put out. */
const PAUSE_MS = 500;
const NO_FILES = { names: [], count: 0 };

export interface CheckpointCost {
  gigabytes: number;
  /** Medians of `x = 1`, milliseconds from the request to its end, after a pause and right after another cell. */
  without: CellTimes;
  with: CellTimes;
  /** From the request to `1+1` answered by what the kernel was. */
  wokenMs: number;
  /** A sentence: why the kernel kept no more of them in the end, or null. */
  off: string | null;
}

interface CellTimes {
  pausedMs: number;
  atOnceMs: number;
}

/** Two kernels take turns, each with a frame of `gigabytes` in eight columns; cells of one of them are kept. */
export async function measureCheckpoints(
  { start, provider }: TestProvider,
  gigabytes: number,
): Promise<CheckpointCost> {
  const rows = Math.round((gigabytes * 1024 ** 3) / 64);
  const kernels = await Promise.all([start(), start()]);
  for (const kernel of kernels)
    await runWell(
      kernel,
      `import numpy as np, pandas as pd\nframe = pd.DataFrame(np.random.default_rng(0).random((${rows}, 8)), copy=False)`,
    );
  const [plain, kept] = kernels as [Kernel, Kernel];
  await timePair(kept, 'first');
  const rounds: { without: CellTimes; kept: CellTimes }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ without: await timePair(plain), kept: await timePair(kept, `c-${round}`) });
  const { checkpoints, off } = await provider.forks.listCheckpoints(kept);
  const cellId = checkpoints.at(-1)?.cellId;
  const startedAt = performance.now();
  if (cellId !== undefined) await provider.forks.wake(kept, { cellId, files: NO_FILES }, 'Measured.');
  await runWell(kept, '1+1');
  const wokenMs = cellId === undefined ? Number.NaN : performance.now() - startedAt;
  await Promise.all(kernels.map((kernel) => kernel.dispose()));
  const sum = (times: readonly CellTimes[]) => ({
    pausedMs: median(times.map(({ pausedMs }) => pausedMs)),
    atOnceMs: median(times.map(({ atOnceMs }) => atOnceMs)),
  });
  const without = sum(rounds.map((round) => round.without));
  return { gigabytes, without, with: sum(rounds.map((round) => round.kept)), wokenMs, off };
}

async function timePair(kernel: Kernel, name?: string): Promise<CellTimes> {
  const time = async (cellId: string | undefined) => {
    const startedAt = performance.now();
    await run(kernel, 'x = 1', { cellId });
    return performance.now() - startedAt;
  };
  await setTimeout(PAUSE_MS);
  const pausedMs = await time(name);
  return { pausedMs, atOnceMs: await time(name && `${name}-2`) };
}
