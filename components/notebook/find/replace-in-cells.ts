import type { Cell, Session } from '../../../lib/session/session.ts';
import { changeCell } from '../../api/actbook-api.ts';
import { callApi } from '../../api/call-api.ts';
import type { Commands } from '../commands/commands-context.ts';

interface CellEdit {
  readonly cellId: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Replaces the text of cells as one operation, with what their open editors hold; returns its ID and what changed. Their
 * editors close, because they hold the text of before.
 */
export async function replaceInCells(
  { editors, selection, inTurn }: Commands,
  session: Session,
  cells: readonly Cell[],
  replace: (source: string) => string,
): Promise<{ edits: CellEdit[]; operationId: string | null }> {
  const edits = cells
    .map(({ id, source }) => ({ cellId: id, saved: source, from: editors.read(id)?.text ?? source }))
    .map((edit) => ({ ...edit, to: replace(edit.from) }))
    .filter(({ from, to }) => from !== to);
  if (edits.length === 0) return { edits, operationId: null };
  const { operationId } = await inTurn(async () => {
    for (const { cellId, saved, from } of edits)
      if (saved !== from)
        await changeCell(session.id, cellId, {
          source: from,
          version: editors.read(cellId)?.version,
        });
    return callApi('replaceInCells', {
      params: { sessionId: session.id },
      body: { edits: edits.map(({ cellId, from, to }) => ({ cellId, from, to })) },
    });
  });
  for (const { cellId, from } of edits) if (editors.read(cellId)?.text === from) selection.close(cellId);
  return { edits, operationId };
}
