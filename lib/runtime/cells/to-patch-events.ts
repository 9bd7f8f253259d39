/** The events that change a cell as the user wants it. */
import type { CellPatch } from '../../protocol/cell-change.ts';
import type { CellOperation } from '../../protocol/cell-operation.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import type { Cell, Session } from '../../session/session.ts';

/** None where it is so already. Text, type, and place are taken back one after the other. */
export function toPatchEvents(
  session: Session,
  cell: Cell,
  patch: CellPatch,
  createOperationId: () => string,
): EventBody[] {
  const { source = cell.source, type = cell.type } = patch;
  const cellId = cell.id;
  const bodies: EventBody[] = [];
  const as = (kind: CellOperation['kind']) => ({ operationId: createOperationId(), kind });
  if (source !== cell.source) bodies.push({ type: 'cell-edit', cellId, source, operation: as('edit') });
  if (type !== cell.type)
    bodies.push({ type: 'cell-edit', cellId, source, cellType: type, operation: as('retype') });
  const after = patch.move ? findNeighbor(session, cell, patch.move) : patch.after;
  if (after !== undefined && after !== cellId)
    bodies.push({ type: 'cell-move', cellId, after, operation: as('move') });
  return bodies;
}

/** Id of the cell to come after; undefined where it is the first or last already. */
function findNeighbor({ cells }: Session, cell: Cell, to: 'up' | 'down'): string | null | undefined {
  const index = cells.indexOf(cell);
  if (to === 'down') return cells[index + 1]?.id;
  return index === 0 ? undefined : (cells[index - 2]?.id ?? null);
}
