/** Commands that undo and redo operations on cells. */

import { callApi } from '../../../api/call-api.ts';
import type { CommandContext, CommandRuns } from '../table/command-context.ts';

export const UNDO_RUNS = {
  'cell-undo': (context) => undoLast(context),
  'cell-redo': ({ session, selection, tell, inTurn }) => {
    const redo = async () => {
      const params = { sessionId: session.id };
      const { kind, cellId } = await inTurn(() => callApi('redoOperation', { params }));
      void readTexts().then(({ redone }) => tell({ text: redone[kind] ?? 'Redone.' }));
      return kind === 'delete' || kind === 'delete-run' ? null : cellId;
    };
    return selection.follow(redo());
  },
} satisfies CommandRuns;

/** Undoes the last operation, or the one named. */
export async function undoLast(
  { session, selection, tell, inTurn }: CommandContext,
  operationId?: string,
): Promise<void> {
  const undo = async () => {
    const params = { sessionId: session.id };
    const undone = await inTurn(() => callApi('undoOperation', { params, body: { operationId } }));
    void readTexts().then((texts) => tell({ text: texts.undone[undone.kind] ?? 'Undone.' }));
    return undone.kind === 'insert' ? null : undone.cellId;
  };
  await selection.follow(undo());
}

type Texts = Record<'undone' | 'redone', Record<string, string>>;

/** Empty where they cannot be loaded: it is done all the same. */
function readTexts(): Promise<Texts> {
  const loading: Promise<Texts> = import('./undo-texts.ts').then(({ UNDO_TEXTS }) => UNDO_TEXTS);
  return loading.catch(() => ({ undone: {}, redone: {} }));
}
