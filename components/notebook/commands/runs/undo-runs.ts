/** Commands that undo and redo operations on cells. */
import { redoOperation, undoOperation } from '../../../api/actbook-api.ts';
import type { CommandContext } from '../table/command-context.ts';
import type { CommandRuns } from './command-runs.ts';

export const UNDO_RUNS = {
  'cell-undo': (context) => undoLast(context),
  'cell-redo': async ({ session, selection, tell }) => {
    const redone = await redoOperation(session.id);
    tell({ text: REDONE[redone.kind] ?? 'Redone.' });
    if (redone.kind !== 'delete' && redone.kind !== 'delete-run') selection.select(redone.cellId);
  },
} satisfies CommandRuns;

/** Undoes the last operation, or the last one on a cell. */
export async function undoLast({ session, selection, tell }: CommandContext, cellId?: string): Promise<void> {
  const undone = await undoOperation(session.id, cellId);
  tell({ text: UNDONE[undone.kind] ?? 'Undone.' });
  if (undone.kind !== 'insert') selection.select(undone.cellId);
}

const UNDONE: Record<string, string> = {
  'delete-run': 'Question and cells restored.',
  insert: 'Added cell removed.',
  delete: 'Deleted cell restored.',
  move: 'Cell moved back.',
  split: 'Parts joined again.',
  merge: 'Cells separated again.',
  retype: 'Cell type restored.',
};

const REDONE: Record<string, string> = {
  'delete-run': 'Question and cells deleted again.',
  insert: 'Cell added again.',
  delete: 'Cell deleted again.',
  move: 'Cell moved again.',
  split: 'Cell split again.',
  merge: 'Cells joined again.',
  retype: 'Cell type changed again.',
};
