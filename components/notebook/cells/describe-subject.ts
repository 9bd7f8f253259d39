import type { Cell } from '../../../lib/session/session.ts';

/** How a cell is named in a sentence: `In [3]`, or by what it is. */
export function describeSubject({ type, role, executionCount }: Cell): string {
  if (type === 'markdown') return role === 'answer' ? 'this answer' : 'this text';
  return executionCount === null ? 'this cell' : `In [${executionCount}]`;
}
