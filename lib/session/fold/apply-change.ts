/** The fold of what users do to cells outside runs. */
import type { CellAuthorStep } from '../../protocol/cells/cell.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import { findCellVersion } from '../cell-versions.ts';
import {
  type Cell,
  type CellChange,
  type CellMaking,
  type CellVersion,
  findActiveRun,
  findCell,
  type Session,
} from '../session.ts';
import { withoutExit, withoutQueued } from './apply-queue.ts';
import { patchCell, patchStep } from './patch-session.ts';

type Body<Type extends EventBody['type']> = Extract<EventBody, { type: Type }>;

export function applyCellEdit(session: Session, event: Body<'cell-edit'>, at: number): Session {
  const { cellId, source, cellType, operation, by } = event;
  const before = findCell(session, cellId);
  if (!before) return session;
  if (by) return replaceCode(session, before, { source, by, at });
  const cell: Cell = {
    ...withoutExit(before),
    ...toNextVersion(before, { as: 'edit', at }),
    source,
    written: { at, by: 'human' },
    ...(cellType ? toType(cellType) : {}),
  };
  return recordChange(
    patchCell(session, cellId, () => cell),
    { kind: 'edit', cell, before, operation },
  );
}

/** The cell keeps its place and its outputs, until it runs; its code is the step's now. */
function replaceCode(
  session: Session,
  before: Cell,
  { source, by, at }: { source: string; by: CellAuthorStep; at: number },
): Session {
  const { acceptedEdit, ...rest } = before;
  const cell: Cell = {
    ...rest,
    verdict: acceptedEdit,
    ...toNextVersion(rest, { as: 'replace', at }),
    source,
    written: { at, by: 'agent' },
    status: 'idle',
    edit: by,
  };
  const next = patchCell(session, before.id, () => cell);
  return patchStep(next, by, (step) => ({
    ...step,
    cellIds: [...step.cellIds, before.id],
    replacedIds: [...step.replacedIds, before.id],
  }));
}

function toType(type: Cell['type']): Pick<Cell, 'type' | 'role'> {
  return { type, role: type === 'code' ? 'code' : 'note' };
}

/**
 * Code, type, and outputs are those of an earlier version. Its place is as it is, and so is what runs made of it: later
 * prompts still know what the model saw.
 */
export function applyCellRevert(session: Session, event: Body<'cell-revert'>, at: number): Session {
  const before = findCell(session, event.cellId);
  const earlier = before && findCellVersion(before, event.version);
  if (!before || !earlier) return session;
  const cell: Cell = {
    ...before,
    ...pickShown(earlier),
    ...toNextVersion(before, { as: 'revert', at }),
    kernelRun: findKernelRun(before, earlier),
    rebuiltRun: undefined,
  };
  const next = patchCell(session, before.id, () => cell);
  return recordChange(next, { kind: 'revert', cell, before, operation: event.operation });
}

/** The number after this one's; the version stays known. */
export function toNextVersion(before: Cell, made: CellMaking): Pick<Cell, 'version' | 'made' | 'versions'> {
  const { versions, ...version } = before;
  return { version: before.version + 1, made, versions: [...versions, version] };
}

function findKernelRun(before: Cell, earlier: CellVersion): Cell['kernelRun'] {
  const { kernelRun, rebuiltRun, ranOrder, ranSource } = before;
  const rebuilt = rebuiltRun && { order: rebuiltRun.order, source: rebuiltRun.source };
  const last =
    rebuilt ??
    kernelRun ??
    (ranOrder === null || ranSource === null ? undefined : { order: ranOrder, source: ranSource });
  return last?.order === earlier.ranOrder ? undefined : last;
}

/** What a version shows. */
function pickShown(cell: CellVersion) {
  return {
    type: cell.type,
    role: cell.role,
    source: cell.source,
    written: cell.written,
    status: cell.status,
    reason: cell.reason,
    verdict: cell.verdict,
    outputs: cell.outputs,
    clearPending: cell.clearPending,
    hasLateOutput: cell.hasLateOutput,
    hasAsked: cell.hasAsked,
    executionCount: cell.executionCount,
    kernelEpoch: cell.kernelEpoch,
    rebuiltEpoch: cell.rebuiltEpoch,
    ranSource: cell.ranSource,
    ranOrder: cell.ranOrder,
    nextInput: cell.nextInput,
    answers: cell.answers,
    calls: cell.calls,
    startedAt: cell.startedAt,
    endedAt: cell.endedAt,
  };
}

export function applyCellMove(session: Session, { cellId, after, operation }: Body<'cell-move'>): Session {
  const before = findCell(session, cellId);
  if (!before) return session;
  const cell = { ...before, isMoved: true };
  const others = session.cells.filter(({ id }) => id !== cellId);
  const change = { kind: 'move', cell, after: findPlace(session, cellId), operation } as const;
  return recordChange({ ...session, cells: placeCell(others, cell, after) }, change);
}

export function applyCellDelete(session: Session, { cellId, operation }: Body<'cell-delete'>): Session {
  const cell = findCell(session, cellId);
  if (!cell) return session;
  const cells = session.cells.filter(({ id }) => id !== cellId);
  const change = { kind: 'delete', cell, after: findPlace(session, cellId), operation } as const;
  return recordChange(
    withoutQueued({ ...session, cells }, (id) => id === cellId),
    change,
  );
}

/** Brings a cell back with all that it showed. */
export function applyCellRestore(session: Session, event: Body<'cell-restore'>): Session {
  const { cellId, after, operation } = event;
  const isIt = ({ kind, cell }: CellChange) => kind === 'delete' && cell.id === cellId;
  const cell = session.changes.findLast(isIt)?.cell;
  if (!cell || findCell(session, cellId)) return session;
  const cells = placeCell(session.cells, cell, after);
  return recordChange({ ...session, cells }, { kind: 'restore', cell, operation });
}

/** Clears only what a cell shows. What it has run and defined, and its names so far, stay known. */
export function applyCellClear(session: Session, event: Body<'cell-clear'>, at: number): Session {
  const { cellId, isTakenBack, operation } = event;
  const before = findCell(session, cellId);
  if (!before) return session;
  const isIt = ({ kind, cell, before }: CellChange) =>
    kind === 'clear' && cell.id === cellId && before !== undefined && before.outputs.length > 0;
  const outputs = isTakenBack ? (session.changes.findLast(isIt)?.before?.outputs ?? []) : [];
  const cell = { ...before, ...toNextVersion(before, { as: 'clear', at }), outputs };
  return recordChange(
    patchCell(session, cellId, () => cell),
    { kind: 'clear', cell, before, operation },
  );
}

/** Id of the cell before this one; null where it is the first. */
function findPlace({ cells }: Session, cellId: string): string | null {
  return cells[cells.findLastIndex(({ id }) => id === cellId) - 1]?.id ?? null;
}

export function recordChange(session: Session, change: Omit<CellChange, 'runCount' | 'step'>): Session {
  const step = findActiveRun(session)?.steps.length;
  const at = { runCount: session.runs.length, ...(step === undefined ? {} : { step }) };
  return { ...session, changes: [...session.changes, { ...change, ...at }] };
}

/** The cells with one more: after the cell of that id, first with null, last without an id that is known. */
export function placeCell(cells: readonly Cell[], cell: Cell, after: string | null | undefined): Cell[] {
  const index = after === null ? 0 : cells.findLastIndex(({ id }) => id === after) + 1;
  return after !== null && index === 0 ? [...cells, cell] : cells.toSpliced(index, 0, cell);
}
