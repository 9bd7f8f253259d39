/** The fold of what people do to cells outside runs. */
import type { EventBody } from '../protocol/event.ts';
import { patchCell } from './patch-session.ts';
import { type Cell, type CellChange, findCell, type Session } from './session.ts';

type Body<Type extends EventBody['type']> = Extract<EventBody, { type: Type }>;

export function applyCellEdit(session: Session, { cellId, source }: Body<'cell-edit'>): Session {
  const before = findCell(session, cellId);
  if (!before) return session;
  const cell = { ...keepOriginal(before), source };
  return recordChange(
    patchCell(session, cellId, () => cell),
    { kind: 'edit', cell, before },
  );
}

export function applyCellMove(session: Session, { cellId, after }: Body<'cell-move'>): Session {
  const before = findCell(session, cellId);
  if (!before) return session;
  const cell = { ...before, isMoved: true };
  const others = session.cells.filter(({ id }) => id !== cellId);
  return recordChange({ ...session, cells: placeCell(others, cell, after) }, { kind: 'move', cell });
}

export function applyCellDelete(session: Session, { cellId }: Body<'cell-delete'>): Session {
  const cell = findCell(session, cellId);
  if (!cell) return session;
  const cells = session.cells.filter(({ id }) => id !== cellId);
  return recordChange({ ...session, cells }, { kind: 'delete', cell });
}

export function recordChange(session: Session, change: Omit<CellChange, 'runCount'>): Session {
  return { ...session, changes: [...session.changes, { ...change, runCount: session.runs.length }] };
}

/** What a cell was when its run left it, or its file held it, stays known: the model has seen it so. */
export function keepOriginal(cell: Cell): Cell {
  const isPersons = cell.runId === null && !cell.imported;
  return isPersons || cell.original ? cell : { ...cell, original: cell };
}

/** The cells with one more: after the cell of that id, first with null, last without an id that is known. */
export function placeCell(cells: readonly Cell[], cell: Cell, after: string | null | undefined): Cell[] {
  const index = after === null ? 0 : cells.findLastIndex(({ id }) => id === after) + 1;
  return after !== null && index === 0 ? [...cells, cell] : cells.toSpliced(index, 0, cell);
}
