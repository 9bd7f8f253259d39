import type { CellReplacement } from '../../protocol/cell-change.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import type { Session } from '../../session/session.ts';
import { AppError } from '../../util/app-error.ts';
import { requireEditable, requireIdle } from './require-cell.ts';

const CHANGED_SINCE = 'A cell has changed since it was searched, so nothing was replaced. Search again.';

/** The events that replace text in several cells, all of it or nothing. */
export function toReplaceEvents(
  session: Session,
  { edits }: CellReplacement,
  operationId: string,
): EventBody[] {
  for (const { cellId, from } of edits) {
    const cell = requireEditable(requireIdle(session, cellId));
    if (cell.source !== from) throw new AppError('conflict', CHANGED_SINCE);
  }
  const operation = { operationId, kind: 'replace' } as const;
  return edits.map(({ cellId, to }) => ({ type: 'cell-edit', cellId, source: to, operation }));
}
