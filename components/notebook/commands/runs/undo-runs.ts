/** Commands that undo and redo operations on cells. */

import { redoOperation, undoOperation } from '../../../api/actbook-api.ts';
import type { CommandContext } from '../table/command-context.ts';
import { COMMAND_RUN_TEXTS } from './command-run-texts.ts';
import type { CommandRuns } from './command-runs.ts';

export const UNDO_RUNS = {
  'cell-undo': (context) => undoLast(context),
  'cell-redo': async ({ session, selection, tell, inTurn }) => {
    const redone = await inTurn(() => redoOperation(session.id));
    tell({ text: REDONE[redone.kind] ?? 'Redone.' });
    if (redone.kind !== 'delete' && redone.kind !== 'delete-run') selection.select(redone.cellId);
  },
} satisfies CommandRuns;

/** Undoes the last operation, or the last one on a cell. */
export async function undoLast(
  { session, selection, tell, inTurn }: CommandContext,
  cellId?: string,
): Promise<void> {
  const undone = await inTurn(() => undoOperation(session.id, cellId));
  tell({ text: UNDONE[undone.kind] ?? 'Undone.' });
  if (undone.kind !== 'insert') selection.select(undone.cellId);
}

const UNDONE: Record<string, string> = COMMAND_RUN_TEXTS.undone;
const REDONE: Record<string, string> = COMMAND_RUN_TEXTS.redone;
