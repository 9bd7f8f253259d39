/** Looks for pages of the database that a disk or another program has damaged, while everything else continues. */
import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

export interface Damage {
  /** Those whose log cannot be read to its end. Empty when only something else is damaged. */
  sessions: { id: string; title: string }[];
}

/** TypeScript when run from source, JavaScript in the built package. */
const WORKER_URL = new URL(`./damage-worker${extname(import.meta.url)}`, import.meta.url);

/** Resolves to null for a sound database, and rejects when it cannot be looked at, as while it is locked. */
export async function findDamage(path: string, signal: AbortSignal): Promise<Damage | null> {
  const worker = new Worker(WORKER_URL, { workerData: path });
  // One that comes while the thread is being stopped has no other listener, and would end the process.
  worker.on('error', () => undefined);
  try {
    const [damage] = await once(worker, 'message', { signal });
    return damage;
  } finally {
    await worker.terminate();
  }
}
