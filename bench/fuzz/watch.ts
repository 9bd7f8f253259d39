/** Runs the worker until the time is over, and replaces it when one input keeps it too long. */
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { makeInput, TARGETS } from './targets.ts';

export interface WorkerData {
  readonly seed: number;
  readonly start: number;
  readonly place: SharedArrayBuffer;
}

export interface Finding {
  readonly name: string;
  readonly index: number;
  readonly input: unknown;
  readonly stack: string;
}

const MAX_MS = 5_000;
const TICK_MS = 500;
/** In the place of an input while the worker loads its code. */
const LOADING = -1;

/** Resolves to the number of inputs. */
export async function watch(
  { seed, minutes, start: first }: { seed: number; minutes: number; start: number },
  onFinding: (finding: Finding) => void,
): Promise<number> {
  const place = new SharedArrayBuffer(4);
  const at = new Int32Array(place);
  const end = performance.now() + minutes * 60_000;
  let start = first;
  const report = (index: number, stack: string) => {
    const [name = '', target] = Object.entries(TARGETS)[index % Object.keys(TARGETS).length] ?? [];
    onFinding({ name, index, input: target && makeInput(target, seed, index), stack });
  };
  while (performance.now() < end) {
    Atomics.store(at, 0, LOADING);
    const worker = new Worker(new URL('./work.ts', import.meta.url), { workerData: { seed, start, place } });
    worker.on('message', onFinding);
    let failure: string | null = null;
    worker.on('error', (error) => {
      failure = String(error instanceof Error ? error.stack : error);
    });
    let last = LOADING;
    let since = performance.now();
    while (performance.now() < end && failure === null && performance.now() - since < MAX_MS) {
      await setTimeout(TICK_MS);
      const index = Atomics.load(at, 0);
      if (index !== last || index === LOADING) since = performance.now();
      last = index;
    }
    await worker.terminate();
    if (failure !== null) report(last, failure);
    else if (performance.now() - since >= MAX_MS) report(last, `takes longer than ${MAX_MS / 1000} s`);
    start = Math.max(start, last) + 1;
  }
  return start - first;
}
