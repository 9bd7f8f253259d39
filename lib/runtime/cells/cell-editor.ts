/** What the user does to the cells of a notebook between runs: adds, edits, moves, splits, joins and deletes them. */
import type {
  CellExecution,
  CellPatch,
  CellReplacement,
  CellRestore,
  CellSplit,
  NewCell,
  UndoRequest,
} from '../../protocol/cells/cell-change.ts';
import type { CellLanguage } from '../../protocol/cells/cell-language.ts';
import type { CellOperation } from '../../protocol/cells/cell-operation.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import type { Principal } from '../../protocol/events/principal.ts';
import { createId } from '../../protocol/id.ts';
import { isSameLanguage } from '../../session/cell-code.ts';
import { findCellVersion } from '../../session/cell-versions.ts';
import { type Cell, findCell, findEvenDeleted, isHeldByRun, type Session } from '../../session/session.ts';
import { refillAnswer } from '../../session/view/answers/filled-values.ts';
import { findPlaceOfDeleted, findRedo, findUndo, type Undo } from '../../session/view/cells/find-undo.ts';
import { AppError } from '../../util/app-error.ts';
import { trimEndLines } from '../../util/trim-end-lines.ts';
import type { SessionLogs } from '../events/session-logs.ts';
import {
  isEditable,
  requireCell,
  requireEditable,
  requireIdle,
  requireLoose,
  requireSeen,
} from './require-cell.ts';
import { settleLanguage } from './settle-language.ts';

/** What changes cells resolves to the ID of its last operation; to null where nothing changed. */
export interface CellEditor {
  /** Resolves to the id of the new cell. */
  insert(sessionId: string, cell: NewCell): Promise<string>;
  /** Changes its source, its type, its place, or several of them. */
  change(sessionId: string, cellId: string, patch: CellPatch): Promise<string | null>;
  /** Stores the text that is to run, if it is another, as part of the operation. */
  prepare(
    sessionId: string,
    cellId: string,
    start: CellExecution & { operation: CellOperation },
  ): Promise<void>;
  /** Restores the cell if it was deleted, or shows an earlier version of it again. Throws AppError `not-found` without that. */
  restore(sessionId: string, cellId: string, request: CellRestore): Promise<string | null>;
  /** What the cell defined stays in the kernel. */
  delete(sessionId: string, cellId: string): Promise<string | null>;
  /** The question and all cells of its run. Users' own among them stay, and so does what they defined in the kernel. */
  deleteRun(sessionId: string, runId: string): Promise<string | null>;
  /** Resolves to the id of the second part. */
  split(sessionId: string, cellId: string, split: CellSplit): Promise<string>;
  /** Joins the cell below to this one. */
  merge(sessionId: string, cellId: string): Promise<string | null>;
  /** Throws AppError `conflict`, and changes nothing, where a cell has another source than the one that was searched. */
  replace(sessionId: string, replacement: CellReplacement): Promise<string | null>;
  /** Clears the outputs of one cell, or of all that are not running. */
  clearOutputs(sessionId: string, cellId?: string): Promise<string | null>;
  /**
   * Takes back the last operation, of all or on one cell, that can be, or the one named. Resolves to what it was. Throws
   * AppError `conflict` where there is none.
   */
  undo(sessionId: string, request?: UndoRequest): Promise<TakenBack>;
  /** Does the operation again that was taken back last. Throws AppError `conflict` where none was, or another was done since. */
  redo(sessionId: string): Promise<TakenBack>;
}

interface TakenBack {
  kind: CellOperation['kind'];
  cellId: string;
}

const RUN_GOES_ON =
  'A run is in progress in this notebook. Change its cells after it ends, or send the agent a message.';
const NO_VERSION = 'This version of the cell does not exist.';
const NO_RUN = 'This question is no longer in the notebook.';
const FIXED_BELOW = 'Only code and your own notes can be joined, and the cell below is neither.';
const NOTHING_TO_UNDO = 'There is nothing to undo.';
const CHANGED_SINCE = 'Nothing was undone, because the cells have changed again since.';
const NOTHING_TO_REDO = 'There is nothing to redo.';
const NOT_INSIDE = 'The cell can only be split inside its text.';
const TEXT_CHANGED_SINCE = 'A cell has changed since it was searched, so nothing was replaced. Search again.';
const OTHER_LANGUAGE_BELOW = 'Two cells can be joined only where both are in one language.';
const NO_OUTPUT = 'There is no output to clear.';

/**
 * All throw AppError `not-found` without the session or cell, `conflict` during a run or while the cell is running, and
 * `cell-changed` when the caller has seen another text of it.
 */
export function createCellEditor({ logs, by }: { logs: SessionLogs; by: Principal }): CellEditor {
  async function write(sessionId: string, bodies: readonly EventBody[]): Promise<string | null> {
    await logs.writerOf(sessionId, by).writeAll(bodies);
    return bodies.map(readOperationId).findLast((id) => id !== null) ?? null;
  }

  /** One change of a session at a time: what it was read to be is what is changed. */
  function inTurn<T>(sessionId: string, make: (session: Session) => Promise<T>): Promise<T> {
    return logs.inTurn(sessionId, async () => {
      const session = await logs.readSession(sessionId);
      if (isHeldByRun(session)) throw new AppError('conflict', RUN_GOES_ON);
      return make(session);
    });
  }

  const change = (sessionId: string, toBodies: (session: Session) => EventBody[]) =>
    inTurn(sessionId, (session) => write(sessionId, toBodies(session)));

  const takeBack = (sessionId: string, find: (session: Session) => Undo | null, why: string) =>
    inTurn(sessionId, async (session): Promise<TakenBack> => {
      const undo = find(session);
      if (!undo) throw new AppError('conflict', why);
      for (const body of undo.bodies) if (body.type !== 'cell-restore') requireIdle(session, body.cellId);
      await write(sessionId, undo.bodies);
      return { kind: undo.operation.kind, cellId: undo.cellId };
    });

  return {
    insert: async (sessionId, { type, source, language, after }) => {
      const cellId = createId('cell');
      await change(sessionId, (session) => {
        if (typeof after === 'string') requireCell(session, after);
        const insert = toInsert(cellId, type, source, after);
        const isCode = type === 'code' && language !== undefined;
        const written = isCode ? { language: settleLanguage(session, language) } : {};
        return [{ ...insert, ...written, operation: toOperation('insert') }];
      });
      return cellId;
    },
    change: (sessionId, cellId, patch) =>
      change(sessionId, (session) => toPatchEvents(session, cellId, patch)),
    prepare: (sessionId, cellId, { source, version, operation }) =>
      logs.inTurn(sessionId, async () => {
        const session = await logs.readSession(sessionId);
        const cell = requireCell(session, cellId);
        requireSeen(cell, { source, version });
        if (source === undefined || source === cell.source) return;
        if (isHeldByRun(session)) throw new AppError('conflict', RUN_GOES_ON);
        requireEditable(requireIdle(session, cellId));
        await write(sessionId, [{ type: 'cell-edit', cellId, source, operation }]);
      }),
    restore: (sessionId, cellId, { version }) =>
      change(sessionId, (session) => toRestoreEvents(session, cellId, version)),
    delete: (sessionId, cellId) =>
      change(sessionId, (session) => {
        requireLoose(requireIdle(session, cellId));
        return [{ type: 'cell-delete', cellId, operation: toOperation('delete') }];
      }),
    deleteRun: (sessionId, runId) => change(sessionId, (session) => toDeleteRunEvents(session, runId)),
    split: async (sessionId, cellId, { at, source, version }) => {
      const newId = createId('cell');
      await change(sessionId, (session) => {
        const cell = requireEditable(requireIdle(session, cellId));
        requireSeen(cell, { source, version });
        return toSplitEvents(session, cell, source ?? cell.source, { at, newId });
      });
      return newId;
    },
    merge: (sessionId, cellId) => change(sessionId, (session) => toMergeEvents(session, cellId)),
    replace: (sessionId, replacement) =>
      change(sessionId, (session) => toReplaceEvents(session, replacement)),
    clearOutputs: (sessionId, cellId) => change(sessionId, (session) => toClearEvents(session, cellId)),
    undo: (sessionId, request = {}) =>
      takeBack(
        sessionId,
        (session) => findUndo(session, createId('op'), request),
        request.operationId === undefined ? NOTHING_TO_UNDO : CHANGED_SINCE,
      ),
    redo: (sessionId) => takeBack(sessionId, (session) => findRedo(session, createId('op')), NOTHING_TO_REDO),
  };
}

function toOperation<Kind extends CellOperation['kind']>(kind: Kind, operationId = createId('op')) {
  return { operationId, kind };
}

/**
 * The events that change a cell as the user wants it.
 * None where it is so already. Text, type, and place are taken back one after the other.
 */
function toPatchEvents(session: Session, cellId: string, patch: CellPatch): EventBody[] {
  const cell = requireIdle(session, cellId);
  requireSeen(cell, patch);
  const { source = cell.source, type = cell.type } = patch;
  if (source !== cell.source && source !== refillAnswer(session, cell)) requireEditable(cell);
  if (type !== cell.type) requireEditable(cell);
  const language = readWanted(session, cell, patch);
  if (language !== undefined) requireEditable(cell);
  if (typeof patch.after === 'string') requireCell(session, patch.after);
  if (patch.after !== undefined || patch.move) requireLoose(cell);
  const bodies: EventBody[] = [];
  if (source !== cell.source)
    bodies.push({ type: 'cell-edit', cellId, source, operation: toOperation('edit') });
  if (type !== cell.type || language !== undefined) {
    const changed = {
      ...(type === cell.type ? {} : { cellType: type }),
      ...(language === undefined ? {} : { language }),
    };
    bodies.push({ type: 'cell-edit', cellId, source, ...changed, operation: toOperation('retype') });
  }
  const after = patch.move ? findNeighbor(session, cell, patch.move) : patch.after;
  if (after !== undefined && after !== cellId)
    bodies.push({ type: 'cell-move', cellId, after, operation: toOperation('move') });
  return bodies;
}

/** Undefined where the cell is written in it already. */
function readWanted(
  session: Session,
  cell: Cell,
  { language, type = cell.type }: CellPatch,
): CellLanguage | null | undefined {
  if (language === undefined || type !== 'code') return undefined;
  const kept =
    cell.language && language?.resultName === undefined ? { resultName: cell.language.resultName } : {};
  const wanted = language && settleLanguage(session, { ...kept, ...language });
  return isSameLanguage(cell.language, wanted ?? undefined) ? undefined : wanted;
}

/** Id of the cell to come after; undefined where it is the first or last already. */
function findNeighbor({ cells }: Session, cell: Cell, to: 'up' | 'down'): string | null | undefined {
  const index = cells.indexOf(cell);
  if (to === 'down') return cells[index + 1]?.id;
  return index === 0 ? undefined : (cells[index - 2]?.id ?? null);
}

/** The events that remove the outputs of a cell, or of all that are not running. */
export function toClearEvents(
  session: Session,
  cellId: string | undefined,
  operationId?: string,
): EventBody[] {
  const cells = cellId === undefined ? session.cells : [requireIdle(session, cellId)];
  const full = cells.filter(({ outputs, status }) => outputs.length > 0 && status !== 'running');
  if (full.length === 0) throw new AppError('conflict', NO_OUTPUT);
  const operation = toOperation('clear', operationId);
  return full.map(({ id }) => ({ type: 'cell-clear', cellId: id, operation }));
}

/** The events that replace text in several cells, all of it or nothing. */
export function toReplaceEvents(
  session: Session,
  { edits }: CellReplacement,
  operationId?: string,
): EventBody[] {
  for (const { cellId, from } of edits) {
    const cell = requireEditable(requireIdle(session, cellId));
    if (cell.source !== from) throw new AppError('conflict', TEXT_CHANGED_SINCE);
  }
  const operation = toOperation('replace', operationId);
  return edits.map(({ cellId, to }) => ({ type: 'cell-edit', cellId, source: to, operation }));
}

function readOperationId(body: EventBody): string | null {
  return 'operation' in body ? (body.operation?.operationId ?? null) : null;
}

function toInsert(
  cellId: string,
  cellType: Cell['type'],
  source: string,
  after: string | null | undefined,
): Extract<EventBody, { type: 'cell-insert' }> {
  return {
    type: 'cell-insert',
    cellId,
    cellType,
    source,
    author: 'human',
    role: cellType === 'code' ? 'code' : 'note',
    runId: null,
    step: null,
    ...(after === undefined ? {} : { after }),
  };
}

function toDeleteRunEvents(session: Session, runId: string): EventBody[] {
  const cells = session.cells.filter((cell) => cell.runId === runId);
  if (cells.length === 0) throw new AppError('not-found', NO_RUN);
  for (const { id } of cells) requireIdle(session, id);
  const operation = toOperation('delete-run');
  return cells.map(({ id }) => ({ type: 'cell-delete', cellId: id, operation }));
}

function toSplitEvents(
  session: Session,
  cell: Cell,
  whole: string,
  { at, newId }: { at: number; newId: string },
): EventBody[] {
  if (at > whole.length) throw new AppError('bad-request', NOT_INSIDE);
  const [before, after] = splitSource(whole, at);
  const operation = toOperation('split');
  const edit = { type: 'cell-edit', cellId: cell.id } as const;
  // Two results of one name would hide each other.
  const language = cell.language && {
    language: settleLanguage(session, { ...cell.language, resultName: undefined }),
  };
  return [
    ...(whole === cell.source ? [] : [{ ...edit, source: whole, operation: toOperation('edit') }]),
    { ...edit, source: before, operation },
    { ...toInsert(newId, cell.type, after, cell.id), ...language, operation },
  ];
}

/** The two parts of a source around a place, without the line breaks between them. */
export function splitSource(source: string, at: number): [before: string, after: string] {
  return [trimEndLines(source.slice(0, at)), source.slice(at).replace(/^\n+/, '')];
}

function toMergeEvents(session: Session, cellId: string): EventBody[] {
  const cell = requireEditable(requireIdle(session, cellId));
  const below = session.cells[session.cells.indexOf(cell) + 1];
  if (!below || !isEditable(below)) throw new AppError('bad-request', FIXED_BELOW);
  requireIdle(session, below.id);
  if (cell.type === 'code' && below.type === 'code' && cell.language?.name !== below.language?.name)
    throw new AppError('bad-request', OTHER_LANGUAGE_BELOW);
  const operation = toOperation('merge');
  return [
    { type: 'cell-edit', cellId, source: `${cell.source}\n\n${below.source}`, operation },
    { type: 'cell-delete', cellId: below.id, operation },
  ];
}

function toRestoreEvents(session: Session, cellId: string, version: number | undefined): EventBody[] {
  const operation = toOperation('revert');
  if (version === undefined) {
    if (findCell(session, cellId)) return [];
    const after = findPlaceOfDeleted(session, requireCell(session, cellId, findEvenDeleted).id);
    return [{ type: 'cell-restore', cellId, after, operation }];
  }
  const cell = requireIdle(session, cellId);
  if (!findCellVersion(cell, version)) throw new AppError('not-found', NO_VERSION);
  return version === cell.version ? [] : [{ type: 'cell-revert', cellId, version, operation }];
}
