/** The fold of what users do to cells outside runs. */
import type { CellAuthorStep } from '../../protocol/cells/cell.ts';
import type { Stamp } from '../../protocol/events/event.ts';
import { findCellVersion } from '../cell-versions.ts';
import { type Cell, type CellChange, findActiveRun, findCell, type Session } from '../session.ts';
import { withoutQueued } from './apply-queue.ts';
import { type Body, type Handlers, patchCell, patchStep } from './handlers.ts';

export const APPLY_CHANGE = {
  'cell-edit'(session, event, stamp) {
    const { cellId, source, cellType, language, operation, from } = event;
    const before = findCell(session, cellId);
    if (!before) return session;
    if (from) return replaceCode(session, before, { source, language, from, stamp });
    const cell: Cell = {
      ...before,
      ...toNextVersion(before, 'edit', stamp),
      leftQueue: undefined,
      source,
      written: { ...stamp, author: 'human' },
      ...(cellType ? { type: cellType, role: cellType === 'code' ? 'code' : 'note' } : {}),
      ...(cellType === 'markdown' && before.language ? { language: undefined } : {}),
      ...(language === undefined ? {} : { language: language ?? undefined }),
    };
    return changeCell(session, { kind: 'edit', cell, operation });
  },
  /**
   * Code, type, and outputs are those of an earlier version. Its place is as it is, and so is what runs made of it: later
   * prompts still know what the model saw.
   */
  'cell-revert'(session, event, stamp) {
    const before = findCell(session, event.cellId);
    const earlier = before && findCellVersion(before, event.version);
    if (!before || !earlier) return session;
    // What concerns the cell and not what it shows.
    const { edit, isMoved, leftQueue, pendingApprovals } = before;
    const cell: Cell = {
      ...earlier,
      ...{ edit, isMoved, leftQueue, pendingApprovals },
      ...toNextVersion(before, 'revert', stamp),
    };
    return changeCell(session, { kind: 'revert', cell, operation: event.operation });
  },
  'cell-move'(session, { cellId, after, operation }) {
    const before = findCell(session, cellId);
    if (!before) return session;
    const cell = { ...before, isMoved: true };
    const others = session.cells.filter(({ id }) => id !== cellId);
    const change = { kind: 'move', cell, after: findPlace(session, cellId), operation } as const;
    return recordChange({ ...session, cells: placeCell(others, cell, after) }, change);
  },
  'cell-delete'(session, { cellId, operation }) {
    const cell = findCell(session, cellId);
    if (!cell) return session;
    const cells = session.cells.filter(({ id }) => id !== cellId);
    const change = { kind: 'delete', cell, after: findPlace(session, cellId), operation } as const;
    return recordChange(
      withoutQueued({ ...session, cells }, (id) => id === cellId),
      change,
    );
  },
  /** Brings a cell back with all that it showed. */
  'cell-restore'(session, { cellId, after, operation }) {
    const isIt = ({ kind, cell }: CellChange) => kind === 'delete' && cell.id === cellId;
    const cell = session.changes.findLast(isIt)?.cell;
    if (!cell || findCell(session, cellId)) return session;
    const cells = placeCell(session.cells, cell, after);
    return recordChange({ ...session, cells }, { kind: 'restore', cell, operation });
  },
  /** Clears only what a cell shows. What it has run and defined, and its names so far, stay known. */
  'cell-clear'(session, event, stamp) {
    const { cellId, isTakenBack, operation } = event;
    const before = findCell(session, cellId);
    if (!before) return session;
    const isIt = ({ kind, cell }: CellChange) =>
      kind === 'clear' && cell.id === cellId && cell.versions.at(-1)?.outputs.length !== 0;
    const cleared = isTakenBack ? session.changes.findLast(isIt)?.cell.versions.at(-1) : null;
    const cell = { ...before, ...toNextVersion(before, 'clear', stamp), outputs: cleared?.outputs ?? [] };
    return changeCell(session, { kind: 'clear', cell, operation });
  },
} satisfies Partial<Handlers>;

type CellEdit = Body<'cell-edit'>;

/** The cell keeps its place and its outputs, until it runs; its code is the step's now. */
function replaceCode(
  session: Session,
  before: Cell,
  {
    source,
    language,
    from,
    stamp,
  }: Pick<CellEdit, 'source' | 'language'> & { from: CellAuthorStep; stamp: Stamp },
): Session {
  const { acceptedEdit, ...rest } = before;
  const cell: Cell = {
    ...rest,
    verdict: acceptedEdit,
    ...toNextVersion(rest, 'replace', stamp),
    source,
    ...(language === undefined ? {} : { language: language ?? undefined }),
    written: { ...stamp, author: 'agent' },
    status: 'idle',
    edit: from,
  };
  const next = patchCell(session, before.id, () => cell);
  return patchStep(next, from, (step) => ({
    ...step,
    cellIds: [...step.cellIds, before.id],
    replacedIds: [...step.replacedIds, before.id],
  }));
}

/** The number after this one's; the version stays known. */
export function toNextVersion(
  { versions, ...before }: Cell,
  as: Cell['made']['as'],
  { at, by }: Stamp,
): Pick<Cell, 'version' | 'made' | 'versions'> {
  return { version: before.version + 1, made: { as, at, by }, versions: [...versions, before] };
}

/** Id of the cell before this one; null where it is the first. */
function findPlace({ cells }: Session, cellId: string): string | null {
  return cells[cells.findLastIndex(({ id }) => id === cellId) - 1]?.id ?? null;
}

type Change = Omit<CellChange, 'runCount' | 'step'>;

/** The cell of the change in its place, and the change among those of the session. */
function changeCell(session: Session, change: Change): Session {
  return recordChange(
    patchCell(session, change.cell.id, () => change.cell),
    change,
  );
}

export function recordChange(session: Session, change: Change): Session {
  const step = findActiveRun(session)?.steps.length;
  const at = { runCount: session.runs.length, ...(step === undefined ? {} : { step }) };
  return { ...session, changes: [...session.changes, { ...change, ...at }] };
}

/** The cells with one more: after the cell of that id, first with null, last without an id that is known. */
export function placeCell(cells: readonly Cell[], cell: Cell, after: string | null | undefined): Cell[] {
  const index = after === null ? 0 : cells.findLastIndex(({ id }) => id === after) + 1;
  return after !== null && index === 0 ? [...cells, cell] : cells.toSpliced(index, 0, cell);
}
