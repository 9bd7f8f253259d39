/** What a person does to the cells of a notebook while no run goes on: adds, edits, moves and deletes them. */
import type { CellPatch, NewCell } from '../protocol/cell-change.ts';
import type { EventBody } from '../protocol/event.ts';
import { createId } from '../protocol/id.ts';
import { type Cell, findActiveRun, findCell, type Session } from '../session/session.ts';
import { AppError } from '../util/app-error.ts';
import type { EventWriter } from './event-writer.ts';

export interface CellEditor {
  /** Resolves to the id of the new cell. */
  insertCell(sessionId: string, cell: NewCell): Promise<string>;
  /** Changes its source, its place, or both. */
  changeCell(sessionId: string, cellId: string, patch: CellPatch): Promise<void>;
  /** What the cell defined stays in the kernel. */
  deleteCell(sessionId: string, cellId: string): Promise<void>;
}

export interface CellEditorDeps {
  readSession(sessionId: string): Promise<Session>;
  writerOf(sessionId: string): EventWriter;
}

const RUN_GOES_ON =
  'A run goes on in this notebook. Change its cells when it has ended, or send it a message.';
const IS_RUNNING = 'This cell is running. Change it when it has ended.';
const NO_CELL = 'This cell is not in the notebook any more.';
const FIXED_SOURCE = 'Only code and your own notes can be edited.';
const FIXED_CELL = 'A question, and what belongs to its start, stays in the notebook.';

/** All throw AppError `not-found` without the session or cell, `conflict` while a run goes on or the cell is running. */
export function createCellEditor({ readSession, writerOf }: CellEditorDeps): CellEditor {
  async function readChangeable(sessionId: string, cellId: string) {
    const session = await readSession(sessionId);
    const cell = requireCell(session, cellId);
    requireNoRun(session);
    if (cell.status === 'running') throw new AppError('conflict', IS_RUNNING);
    return { session, cell };
  }

  return {
    insertCell: async (sessionId, { type, source, after }) => {
      const session = await readSession(sessionId);
      requireNoRun(session);
      if (typeof after === 'string') requireCell(session, after);
      const cellId = createId('cell');
      const role = type === 'code' ? 'code' : 'note';
      await writerOf(sessionId).write({
        ...{ type: 'cell-insert', cellId, cellType: type, source, author: 'human', role },
        ...{ runId: null, step: null },
        ...(after === undefined ? {} : { after }),
      });
      return cellId;
    },
    changeCell: async (sessionId, cellId, { source, after }) => {
      const { session, cell } = await readChangeable(sessionId, cellId);
      const bodies: EventBody[] = [];
      if (source !== undefined && source !== cell.source) {
        if (cell.role !== 'code' && cell.role !== 'note') throw new AppError('bad-request', FIXED_SOURCE);
        bodies.push({ type: 'cell-edit', cellId, source });
      }
      if (after !== undefined && after !== cellId) {
        if (after !== null) requireCell(session, after);
        requireLoose(cell);
        bodies.push({ type: 'cell-move', cellId, after });
      }
      for (const body of bodies) await writerOf(sessionId).write(body);
    },
    deleteCell: async (sessionId, cellId) => {
      const { cell } = await readChangeable(sessionId, cellId);
      requireLoose(cell);
      await writerOf(sessionId).write({ type: 'cell-delete', cellId });
    },
  };
}

function requireNoRun(session: Session): void {
  if (findActiveRun(session)) throw new AppError('conflict', RUN_GOES_ON);
}

/** Throws AppError `not-found`. */
export function requireCell(session: Session, cellId: string): Cell {
  const cell = findCell(session, cellId);
  if (!cell) throw new AppError('not-found', NO_CELL);
  return cell;
}

/** A run begins with its task: without it nobody could tell what the rest answers. */
function requireLoose({ role }: Cell): void {
  if (role === 'task' || role === 'tools') throw new AppError('bad-request', FIXED_CELL);
}
