/** What a command says it did, and what it asks first. */
import type { BranchPlan } from '../../../../lib/protocol/sessions/branch.ts';
import { pluralize } from '../../../../lib/util/pluralize.ts';

/** A copy of so many bytes takes a moment. */
const MANY_BYTES = 50_000_000;

export const COMMAND_RUN_TEXTS = {
  saved: 'All cells are saved.',
  savedButNew: 'All cells are saved. Escape makes your new text a cell.',
  branching: 'Making a branch …',
  branchTitle: 'Branch this notebook?',
  branch: 'Branch',
  branchNewTitle: 'Branch without variables?',
  branchNew: 'Branch with a new kernel',
  branchAnew: 'A branch with a new kernel has the cells, outputs, and files, and its cells can run again.',
  branchCopies: (size: string) => `Its files are copied: ${size}.`,
  /** What is asked before a branch is made, of files of that size; null where it has what its author expects. */
  askToBranch({ isRefused, reason = '', bytes }: BranchPlan, size: string) {
    const { branchCopies, branchAnew, branchTitle, branch, branchNewTitle, branchNew } = COMMAND_RUN_TEXTS;
    const copy = bytes > MANY_BYTES ? branchCopies(size) : '';
    if (!isRefused) return copy === '' ? null : { title: branchTitle, text: copy, confirmLabel: branch };
    const text = `${reason} ${branchAnew} ${copy}`.trim();
    return { title: branchNewTitle, text, confirmLabel: branchNew };
  },
  takeBackTitle: 'Undo this cell with its effect on variables?',
  takeBack: 'Undo',
  takenBack: 'The cell is undone. Its code and output stay.',
  takingBack: 'The cell is undone once the new kernel has run what ran before it.',
  runAgainTitle: 'Run again from this cell?',
  runAgain: 'Run from here',
  atOnce: 'The kernel goes back at once to what it was before this cell.',
  inNewKernel: (count: number) =>
    count === 0 ? 'A new kernel starts.' : `A new kernel runs ${pluralize(count, 'cell')} again.`,
  laterToo: (count: number) => `${pluralize(count, 'other cell')} ${count === 1 ? 'is' : 'are'} undone too.`,
  cellDeleted: 'Cell deleted.',
  runDeleted: 'Question and cells deleted.',
  runDeletedAlive: 'Question and cells deleted. What they defined stays in the kernel.',
  cellsJoined: 'Cells joined.',
  cellCut: 'Cell cut.',
  outputCleared: 'Output cleared.',
  outputsCleared: 'Outputs cleared.',
  restartTitle: 'Restart the kernel?',
  restartAndRun: 'Restart and run all',
  restart: (names: string, runsAll = false) =>
    `You will lose ${names ? `its variables: ${names}` : 'any variables it holds'}. ${
      runsAll ? 'Then all cells run, and their outputs are replaced' : 'Cells, outputs, and files are kept'
    }.`,
} as const;
