import type { StopReason } from '../../../lib/protocol/run.ts';
import { pluralize } from '../../ui/format.ts';

/** What the notebook says of runs, their steps, and how they ended. */
export const VIEW_TEXTS = {
  addCell: 'Add a cell',
  addNote: 'Add a note',
  runAll: 'Run all',
  newCellField: 'Code of a new cell',

  cellRunning: 'The cell is running',
  kernelStarting: 'Starting the kernel',
  theAnalyst: 'The analyst',
  theModel: 'The model',
  reviewing: 'The answer is being reviewed',
  waiting: (who: string) => `Waiting for ${who.toLowerCase()}`,
  waitingBecause: (reason: string) => `Waiting for the model. ${reason}`,
  summingUp: (who: string) => `${who} is summing up its results`,
  writing: (who: string) => `${who} is writing`,
  thinking: (who: string) => `${who} is thinking`,
  aCell: 'A cell',
  waitsForYou: (cell: string, what: string) => `${cell} is waiting for your ${what}`,
  progress: (place: number, count: number) => `Running ${place} of ${count}`,

  reviewerReads: (reviewer: string) => `${reviewer} is reviewing the work before the answer is given…`,
  unusableReply: (reason: string) => `The reply could not be used: ${reason}`,
  givenFunctions: 'Functions given to the model',
  attempts: (count: number, errors: string, isFixed: boolean) =>
    `${pluralize(count, 'attempt')} · ${errors}${isFixed ? ' fixed' : ''}`,
  timeLimit: 'time limit',
  errorsFixed: (count: number) => `${pluralize(count, 'error')} fixed`,
  foldAll: 'Collapse all',
  unfoldAll: 'Expand all',
  earlierPlots: (count: number) => `${pluralize(count, 'earlier plot')} in the work below`,
  askAgain: 'Ask again',
  budgetUsed: (budget: string) => `${budget} are used. The model was asked to answer soon.`,
  askAboutQuote: 'Ask about this',
  replacedCell: 'Changed a cell in its place',
  compacted: 'Earlier steps were summarized',
  compactedBody: 'From here on, the model reads this summary instead of the earliest steps.',
  compactedByRules: (reason: string) => `It was compiled by fixed rules, without a model: ${reason}`,
  compactionUsage: (usage: string) => `It took ${usage}.`,

  modelCall: 'Model call',
  tokensRead: 'Tokens read',
  fromCache: 'from cache',

  rephrase: 'Rephrase',
  answered: 'Answered',
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
