/** Waits for a kernel whose process is being replaced. */
import { orAborted } from '../../util/or-aborted.ts';
import type { RunContext } from '../run-context.ts';

/**
 * Resolves when the new process has reported itself, or the run is aborted: a cell started earlier would
 * be counted to the process before. Throws AppError `kernel-unavailable` when none can be started.
 */
export async function awaitKernel({ kernel, signal }: RunContext): Promise<void> {
  await orAborted(kernel.evaluate('1'), signal);
}
