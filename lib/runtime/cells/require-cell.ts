/** What a cell must be for what the user wants to do with it. */
import { type Cell, findCell, type Session } from '../../session/session.ts';
import { AppError } from '../../util/app-error.ts';

const IS_RUNNING = 'This cell is running. Change it after it ends.';
const NO_CELL = 'This cell is no longer in the notebook.';
const FIXED_SOURCE = 'Only code and your own notes can be edited.';
const FIXED_CELL = 'Questions and tool cells cannot be changed here.';

/** Throws AppError `not-found`. */
export function requireCell(session: Session, cellId: string): Cell {
  const cell = findCell(session, cellId);
  if (!cell) throw new AppError('not-found', NO_CELL);
  return cell;
}

/** Throws AppError `not-found`, and `conflict` while it is running. */
export function requireIdle(session: Session, cellId: string): Cell {
  const cell = requireCell(session, cellId);
  if (cell.status === 'running') throw new AppError('conflict', IS_RUNNING);
  return cell;
}

/** Throws AppError `bad-request`. */
export function requireEditable(cell: Cell): Cell {
  if (!isEditable(cell)) throw new AppError('bad-request', FIXED_SOURCE);
  return cell;
}

export function isEditable({ role }: Cell): boolean {
  return role === 'code' || role === 'note';
}

/** A run begins with its task: without it nobody could tell what the rest answers. Throws AppError `bad-request`. */
export function requireLoose({ role }: Cell): void {
  if (role === 'task' || role === 'tools') throw new AppError('bad-request', FIXED_CELL);
}
