/** A worker that checks one input after another and says in shared memory which one it is at. */
import { parentPort, workerData } from 'node:worker_threads';
import { makeInput, TARGETS } from './targets.ts';
import type { Finding, WorkerData } from './watch.ts';

const { seed, start, place } = workerData as WorkerData;
const at = new Int32Array(place);
const targets = Object.entries(TARGETS);

for (let index = start; ; index++) {
  Atomics.store(at, 0, index);
  const [name, target] = targets[index % targets.length] ?? [];
  if (!name || !target) break;
  const input = makeInput(target, seed, index);
  try {
    await target.check(input);
  } catch (error) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    parentPort?.postMessage({ name, index, input, stack } satisfies Finding);
  }
  // Messages to the parent leave between inputs.
  if (index % 200 === 0) await new Promise((resolve) => setImmediate(resolve));
}
