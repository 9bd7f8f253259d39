/** How executions end that the kernel did not end itself; if its process died, `../link/kernel-loss.ts` has the reasons. */
import type { CellEndStatus } from '../../protocol/cells/cell.ts';
import { HALF_A_CHARACTER } from '../../util/unicode.ts';
import type { ExecutionEnd, ExecutionEvent } from '../kernel.ts';

/** Longest code sent: a stock server closes the connection on a message over 10 MiB. */
const MAX_CODE_BYTES = 9_500_000;
const CODE_TOO_LONG = `The cell was not run: its code is longer than ${MAX_CODE_BYTES / 1e6} MB. Put data into a file instead.`;
const NOT_UNICODE = `The cell was not run: its code has ${HALF_A_CHARACTER}. Replace that character.`;
export const UNUSABLE =
  'The kernel did not answer after it was interrupted, so it was restarted: all variables were lost.';

export function isStopped(event: ExecutionEvent): event is ExecutionEnd {
  return event.type === 'end' && (event.status === 'interrupted' || event.status === 'timed-out');
}

/** The end of code that is not sent to the kernel; null for code that is. */
export function refuseCode(code: string, signal: AbortSignal | undefined): ExecutionEvent | null {
  if (signal?.aborted) return toEnd('aborted', 'Stopped before it ran.');
  if (Buffer.byteLength(code) > MAX_CODE_BYTES) return toEnd('aborted', CODE_TOO_LONG);
  return code.isWellFormed() ? null : toEnd('aborted', NOT_UNICODE);
}

export function toEnd(status: CellEndStatus, reason: string): ExecutionEvent {
  return { type: 'end', status, executionCount: null, reason };
}
