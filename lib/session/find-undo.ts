/** Which of a person's operations on cells can be taken back, and by which events. */
import type { CellOperation } from '../protocol/cell-operation.ts';
import type { EventBody } from '../protocol/event.ts';
import { type CellChange, findCell, type Session } from './session.ts';

export interface Undo {
  readonly operation: CellOperation;
  /** The cell it was done to: of several, the first. */
  readonly cellId: string;
  readonly bodies: readonly EventBody[];
}

/**
 * The last operation, of all or on one cell, that was not taken back yet; null where there is none. One whose cells were
 * changed since is passed over: to take it back would lose what was written.
 */
export function findUndo(session: Session, operationId: string, cellId?: string): Undo | null {
  const undone = new Set(session.changes.map(({ operation }) => operation?.undoes));
  const seen = new Set<string>();
  for (const { operation } of session.changes.toReversed()) {
    if (!operation || operation.kind === 'undo' || seen.has(operation.operationId)) continue;
    seen.add(operation.operationId);
    if (undone.has(operation.operationId)) continue;
    const changes = session.changes.filter((each) => each.operation?.operationId === operation.operationId);
    if (cellId !== undefined && !changes.some(({ cell }) => cell.id === cellId)) continue;
    const undo = { operationId, kind: 'undo', undoes: operation.operationId } as const;
    const bodies = changes.toReversed().map((change) => invert(session, change, undo));
    if (bodies.every((body) => body !== null))
      return { operation, cellId: changes[0]?.cell.id ?? '', bodies };
  }
  return null;
}

function invert(session: Session, change: CellChange, operation: CellOperation): EventBody | null {
  const { kind, before } = change;
  const cellId = change.cell.id;
  const cell = findCell(session, cellId);
  if (kind === 'delete')
    return cell ? null : { type: 'cell-restore', cellId, after: findPresent(session, change), operation };
  if (!cell) return null;
  if (kind === 'move') return { type: 'cell-move', cellId, after: findPresent(session, change), operation };
  if (cell.source !== change.cell.source || cell.type !== change.cell.type) return null;
  if (kind === 'insert') return { type: 'cell-delete', cellId, operation };
  if (kind !== 'edit' || !before) return null;
  return { type: 'cell-edit', cellId, source: before.source, cellType: before.type, operation };
}

/** The nearest cell that stood before this one and is still there. */
function findPresent({ cells, changes }: Session, { after = null }: CellChange): string | null {
  let id = after;
  const passed = new Set<string>();
  while (id !== null && !cells.some((cell) => cell.id === id) && !passed.has(id)) {
    passed.add(id);
    const gone = id;
    id = changes.findLast(({ kind, cell }) => kind === 'delete' && cell.id === gone)?.after ?? null;
  }
  return id;
}
