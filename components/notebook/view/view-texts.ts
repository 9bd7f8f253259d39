import type { StopReason } from '../../../lib/protocol/runs/run.ts';
import { pluralize } from '../../../lib/util/pluralize.ts';

/** What the notebook says of runs, their steps, and how they ended. */
export const VIEW_TEXTS = {
  addCell: 'Add a cell',
  continueCell: 'Continue your cell',
  addSql: 'Add SQL',
  addNote: 'Add a note',
  runAll: 'Run all',
  newCellField: 'Code of a new cell',

  yourCell: 'Your cell is running',
  cellOf: (program: string) => `A cell of ${program} is running`,
  cellRunning: 'The cell is running',
  kernelStarting: 'Starting the kernel',
  theModel: 'The model',
  reviewing: 'The answer is being reviewed',
  verifying: 'The notebook is being verified',
  waiting: (who: string) => `Waiting for ${who.toLowerCase()}`,
  waitingBecause: (reason: string) => `Waiting for the model. ${reason}`,
  summingUp: (who: string) => `${who} is summing up its results`,
  writing: (who: string) => `${who} is writing`,
  thinking: (who: string) => `${who} is thinking`,
  aCell: 'A cell',
  goToCell: 'Go to the cell',
  waitsForYou: (cell: string, what: string) => `${cell} is waiting for your ${what}`,
  progress: (place: number, count: number) => `Running ${place} of ${count}`,

  reviewerReads: (reviewer: string) => `${reviewer} is reviewing the work before the answer is given…`,
  appVerifies: 'Actbook is running the notebook from a clean start before the answer is given…',
  unusableReply: (reason: string) => `The reply could not be used: ${reason}`,
  skillRead: (path: string) => `Read the skill “${path}”`,
  givenFunctions: 'Functions given to the model',
  attempts: (count: number, errors: string, isFixed: boolean) =>
    `${pluralize(count, 'attempt')} · ${errors}${isFixed ? ' fixed' : ''}`,
  timeLimit: 'time limit',
  earlierPlots: (count: number) => `${pluralize(count, 'earlier plot')} in the work below`,
  asked: 'Waits for your answer',
  askAboutQuote: 'Ask about this',
  replacedCell: 'Changed a cell in its place',

  answered: 'Answered',
  check: 'The figures of the answer, computed a second way and compared by value',
  branched: 'Branched here',
  interrupted: 'Interrupted',
  failed: 'Failed',
  stopped: {
    'max-steps': 'Stopped at the step limit',
    'run-timeout': 'Stopped at the time limit',
    'max-tokens': 'Stopped at the token limit',
    'max-cost': 'Stopped at the cost limit',
    cancelled: 'Stopped by you',
    'repeated-failure': 'Stopped: the same failure happened again',
    'kernel-lost': 'Stopped: the kernel was lost',
    'invalid-answer': 'Stopped: the answer does not match the schema',
    'no-answer': 'Not answered',
  } satisfies Record<StopReason, string>,
} as const;
