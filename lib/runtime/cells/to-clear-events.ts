import type { EventBody } from '../../protocol/events/event.ts';
import type { Session } from '../../session/session.ts';
import { AppError } from '../../util/app-error.ts';
import { requireIdle } from './require-cell.ts';

const NO_OUTPUT = 'There is no output to clear.';

/** The events that remove the outputs of a cell, or of all that are not running. */
export function toClearEvents(
  session: Session,
  cellId: string | undefined,
  operationId: string,
): EventBody[] {
  const cells = cellId === undefined ? session.cells : [requireIdle(session, cellId)];
  const full = cells.filter(({ outputs, status }) => outputs.length > 0 && status !== 'running');
  if (full.length === 0) throw new AppError('conflict', NO_OUTPUT);
  const operation = { operationId, kind: 'clear' } as const;
  return full.map(({ id }) => ({ type: 'cell-clear', cellId: id, operation }));
}
