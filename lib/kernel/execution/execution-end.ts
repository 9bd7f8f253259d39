/** How executions end that the kernel did not end itself; if its process died, `../link/kernel-loss.ts` has the reasons. */
import type { CellEndStatus } from '../../protocol/cells/cell.ts';
import { HALF_A_CHARACTER } from '../../util/unicode.ts';
import type { ExecutionEnd, ExecutionEvent } from '../kernel.ts';

/** Longest code sent: a stock server closes the connection on a message over 10 MiB. */
export const MAX_CODE_BYTES = 9_500_000;
export const CODE_TOO_LONG = `The cell was not run: its code is longer than ${MAX_CODE_BYTES / 1e6} MB. Put data into a file instead.`;
export const NOT_UNICODE = `The cell was not run: its code has ${HALF_A_CHARACTER}. Replace that character.`;
export const UNUSABLE =
  'The kernel did not answer after it was interrupted, so it was restarted: all variables were lost.';

export function isStopped(event: ExecutionEvent): event is ExecutionEnd {
  return event.type === 'end' && (event.status === 'interrupted' || event.status === 'timed-out');
}

export function toEnd(status: CellEndStatus, reason: string): ExecutionEvent {
  return { type: 'end', status, executionCount: null, reason };
}
