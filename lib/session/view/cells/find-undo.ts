/** Which of the user's operations on cells can be taken back, or done again, and by which events. */
import type { UndoRequest } from '../../../protocol/cells/cell-change.ts';
import type { CellOperation } from '../../../protocol/cells/cell-operation.ts';
import type { EventBody } from '../../../protocol/events/event.ts';
import { isSameLanguage } from '../../cell-code.ts';
import { type CellChange, type CellVersion, findCell, type Session } from '../../session.ts';

export interface Undo {
  /** What is taken back, or done again. */
  readonly operation: CellOperation;
  /** The cell it was done to: of several, the first that is left. */
  readonly cellId: string;
  readonly bodies: readonly ChangeBody[];
}

type ChangeBody = Extract<
  EventBody,
  { type: 'cell-clear' | 'cell-delete' | 'cell-edit' | 'cell-move' | 'cell-restore' | 'cell-revert' }
>;

interface Done {
  readonly operation: CellOperation;
  readonly changes: readonly CellChange[];
}

/**
 * The last operation, of all or on one cell, that was not taken back yet; null where there is none. One whose cells were
 * changed since is passed over: to take it back would lose what was written. The one named is found only while no other
 * followed on its cells; outputs that were cleared come back on those that have not run since.
 */
export function findUndo(session: Session, operationId: string, request: UndoRequest = {}): Undo | null {
  const { cellId, operationId: named } = request;
  const undone = listUndone(session);
  const isOfNamed = ({ operation }: CellChange) => operation?.operationId === named;
  const ofNamed = named === undefined ? null : session.changes.filter(isOfNamed);
  const namedIds = ofNamed?.map(({ cell }) => cell.id);
  const isOfEach = ofNamed?.[0]?.kind === 'clear';
  for (const done of listDone(session)) {
    const { operation, changes } = done;
    if (operation.kind === 'undo' || undone.has(operation.operationId)) continue;
    if (cellId !== undefined && !changes.some(({ cell }) => cell.id === cellId)) continue;
    if (namedIds && !changes.some(({ cell }) => namedIds.includes(cell.id))) continue;
    if (namedIds && operation.operationId !== named) {
      if (isOfEach) continue;
      return null;
    }
    const undo = takeBack(session, done, { operationId, kind: 'undo', undoes: operation.operationId });
    if (undo || namedIds) return undo;
  }
  return null;
}

/** The last operation that was taken back, as long as no other was done since; null where there is none. */
export function findRedo(session: Session, operationId: string): Undo | null {
  const undone = listUndone(session);
  const all = listDone(session);
  for (const done of all) {
    const { kind, undoes, operationId: id } = done.operation;
    if (undoes === undefined) return null;
    if (kind !== 'undo' || undone.has(id)) continue;
    const original = all.find(({ operation }) => operation.operationId === undoes)?.operation;
    if (!original) return null;
    // The kind is that of the first time, so that it is taken back in the same way.
    const operation = { operationId, kind: original.kind, undoes: id };
    const undo = takeBack(session, done, operation);
    if (undo) return { ...undo, operation };
  }
  return null;
}

/** Ids of the operations that were taken back, and of those by which they were, where they were done again. */
function listUndone({ changes }: Session): ReadonlySet<string | undefined> {
  return new Set(changes.map(({ operation }) => operation?.undoes));
}

/** The last first. */
function listDone({ changes }: Session): Done[] {
  const groups = Map.groupBy(changes.toReversed(), ({ operation }) => operation?.operationId);
  return Array.from(groups.values(), (group) => group.toReversed()).flatMap((group) => {
    const operation = group.at(-1)?.operation;
    return operation ? [{ operation, changes: group }] : [];
  });
}

/** Null when one of the changes cannot be taken back. */
function takeBack(session: Session, done: Done, by: CellOperation): Undo | null {
  const { operation, changes } = done;
  const bodies = invertAll(session, done, by);
  const left = bodies?.findLast(({ type }) => type !== 'cell-delete')?.cellId;
  return bodies && { operation, cellId: left ?? changes[0]?.cell.id ?? '', bodies };
}

function invertAll(session: Session, { operation, changes }: Done, by: CellOperation): ChangeBody[] | null {
  const isShown =
    changes.some(({ kind }) => kind === 'run' || kind === 'revert') || operation.kind === 'edit';
  const isStale = ({ cell }: CellChange) =>
    operation.kind === 'insert' && findCell(session, cell.id)?.ranOrder !== cell.ranOrder;
  const bodies = isShown
    ? revertAll(session, changes, by)
    : changes.toReversed().map((change) => (isStale(change) ? null : invert(session, change, by)));
  const possible = bodies.filter((body) => body !== null);
  // Outputs of cells that have run since are newer; the others come back.
  const isEnough = operation.kind === 'clear' && possible.length > 0;
  return isEnough || possible.length === bodies.length ? possible : null;
}

/** Each cell shows again what it showed before, outputs included. */
function revertAll(session: Session, changes: readonly CellChange[], operation: CellOperation) {
  const byCell = Map.groupBy(changes, ({ cell }) => cell.id);
  return Array.from(byCell, ([cellId, ofCell]): ChangeBody | null => {
    const version = ofCell[0]?.cell.versions.at(-1)?.version;
    const last = ofCell.at(-1)?.cell;
    const cell = findCell(session, cellId);
    const isSame = cell && last && isSameText(cell, last) && cell.ranOrder === last.ranOrder;
    return isSame && version !== undefined ? { type: 'cell-revert', cellId, version, operation } : null;
  });
}

function invert(session: Session, change: CellChange, operation: CellOperation): ChangeBody | null {
  const { kind } = change;
  const before = change.cell.versions.at(-1);
  const cellId = change.cell.id;
  const cell = findCell(session, cellId);
  if (kind === 'delete')
    return cell ? null : { type: 'cell-restore', cellId, after: findPresent(session, change), operation };
  if (!cell) return null;
  if (kind === 'clear') {
    const isSame = before !== undefined && cell.ranOrder === before.ranOrder && cell.status !== 'running';
    if (!isSame) return null;
    return {
      type: 'cell-clear',
      cellId,
      ...(before.outputs.length > 0 ? { isTakenBack: true } : {}),
      operation,
    };
  }
  if (kind === 'move') return { type: 'cell-move', cellId, after: findPresent(session, change), operation };
  if (!isSameText(cell, change.cell)) return null;
  if (kind === 'insert' || kind === 'restore') return { type: 'cell-delete', cellId, operation };
  if (kind !== 'edit' || !before) return null;
  const language = isSameLanguage(cell.language, before.language)
    ? {}
    : { language: before.language ?? null };
  return { type: 'cell-edit', cellId, source: before.source, cellType: before.type, ...language, operation };
}

function isSameText(one: CellVersion, other: CellVersion): boolean {
  return (
    one.source === other.source && one.type === other.type && isSameLanguage(one.language, other.language)
  );
}

/** ID of the cell after which a deleted cell comes back; null for the first place. */
export function findPlaceOfDeleted(session: Session, cellId: string): string | null {
  const deleted = session.changes.findLast(({ kind, cell }) => kind === 'delete' && cell.id === cellId);
  return deleted ? findPresent(session, deleted) : null;
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
