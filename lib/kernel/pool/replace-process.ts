/** How a kernel process gives way to another on the same server, or on a new one when that does neither. */
import { isWithin } from '../../util/is-within.ts';
import type { KernelProcess } from './kernel-process.ts';

/** Longest a server may take to end a kernel: jupyter_server waits 5 s for it, then kills. */
const END_TIMEOUT_MS = 15_000;
/** Time for the new process and its first cell, before the end of the old one takes processor from them. */
const OVERLAP_MS = 1_000;

export interface Replacement {
  /** The process to end, null when it is gone already. */
  before: KernelProcess | null;
  /** Ends a process after a delay; resolves when it has. */
  end: (process: KernelProcess, delayMs: number) => Promise<void>;
  start: () => Promise<KernelProcess>;
  /** Ends the server, so that the next start is on another; null when other kernels use it too. */
  endServer: (() => Promise<void>) | null;
}

/**
 * The process before is left at once. Our own server ends it a little later, as doing both at a time takes longer
 * for the one that is waited for. Throws what `start` does.
 */
export async function replaceProcess({ before, end, start, endServer }: Replacement): Promise<KernelProcess> {
  // Someone else's may allow so many kernels and no more.
  if (before?.server.isolation === 'remote') {
    await isWithin(END_TIMEOUT_MS, end(before, 0));
    return start();
  }
  const starting = start();
  // A server that can end a kernel is only slow, not stuck.
  const ending = before ? end(before, OVERLAP_MS) : Promise.resolve();
  if (!endServer) return starting;
  try {
    const isStuck = !(await isWithin(END_TIMEOUT_MS, Promise.race([starting, ending])));
    if (!isStuck) return await starting;
    starting.catch(() => {});
  } catch {
    // What is in its way may go with the server.
  }
  await endServer();
  return start();
}
