/** Waits for a kernel whose process is being replaced. */
import type { RunContext } from './run-context.ts';

/**
 * Resolves when the new process has reported itself, or the run is aborted: a cell started earlier would
 * be counted to the process before. Throws AppError `kernel-unavailable` when none can be started.
 */
export async function awaitKernel({ kernel, signal }: RunContext): Promise<void> {
  const ready = kernel.evaluate('1');
  // Nobody waits for the answer any more once the run is aborted.
  ready.catch(() => {});
  let release = () => {};
  const aborted = new Promise<void>((resolve) => {
    release = resolve;
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', release, { once: true });
  });
  await Promise.race([ready, aborted]);
  signal.removeEventListener('abort', release);
}
