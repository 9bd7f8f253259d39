import type { Cell } from '../../../lib/session/session.ts';

/** What a branch ends with where that cell has no number. */
const BRANCH_ENDS: Record<Cell['role'], string> = {
  task: 'a question',
  answer: 'an answer',
  code: 'a cell without a number',
  tools: 'the functions given to the model',
  thought: 'a note from the model',
  note: 'a note',
  steer: 'a message during a run',
  review: 'a review',
};

/** Words of the line that says what a notebook continues. */
export const BRANCH_TEXTS = {
  upToCell: (executionCount: number) => `, up to cell In [${executionCount}]`,
  upTo: (role: Cell['role']) => `, up to ${BRANCH_ENDS[role]}`,
  withVariables: ', with its variables',
} as const;
