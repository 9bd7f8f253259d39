import type { Cell } from '../../../lib/session/session.ts';
import { CELL_TEXTS } from './cell-texts.ts';

/** `In [3]`, `In [*]` while it runs, `In [ ]` before it ran or when it never got a number. */
export function toPrompt({ status, executionCount }: Cell): string {
  return `In [${status === 'running' ? '*' : (executionCount ?? ' ')}]`;
}

/** How a cell is named in a sentence: `In [3]`, or by what it is. */
export function describeSubject({ type, role, executionCount }: Cell): string {
  if (type === 'markdown') return role === 'answer' ? CELL_TEXTS.thisAnswer : CELL_TEXTS.thisText;
  return executionCount === null ? CELL_TEXTS.thisCell : `In [${executionCount}]`;
}
