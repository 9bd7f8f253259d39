/** How a cell ended, if its outputs do not show it, for the page and for exports. */
import type { Cell } from '../../session.ts';

export const ENDING_TEXTS = {
  interrupted: 'Interrupted',
  'timed-out': 'Timed out',
  'kernel-died': 'The kernel died',
  aborted: 'Not run',
};

/** A word, the reason, or both; empty for a cell that ended well. */
export function describeEnding({ status, reason }: Pick<Cell, 'status' | 'reason'>): string {
  const word = status in ENDING_TEXTS ? ENDING_TEXTS[status as keyof typeof ENDING_TEXTS] : '';
  if (!reason) return word && `${word}.`;
  const saysItself = word === '' || status === 'aborted' || status === 'kernel-died';
  return saysItself ? reason : `${word}: ${reason}`;
}
