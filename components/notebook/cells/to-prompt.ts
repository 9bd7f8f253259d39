import type { Cell } from '../../../lib/session/session.ts';

/** `In [3]`, `In [*]` while it runs, `In [ ]` before it ran or when it never got a number. */
export function toPrompt({ status, executionCount }: Cell): string {
  return `In [${status === 'running' ? '*' : (executionCount ?? ' ')}]`;
}
