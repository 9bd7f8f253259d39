/** What must hold of a cell before the user changes it; each throws AppError. */
import type { CellExecution, ChangedCell } from '../../protocol/cells/cell-change.ts';
import { findCellVersion } from '../../session/cell-versions.ts';
import { type Cell, findCell, type Session } from '../../session/session.ts';
import { AppError } from '../../util/app-error.ts';

const IS_RUNNING = 'This cell is running. Change it after it ends.';
const IS_HELD = 'This cell waits for approval. Change it after that is decided.';
const NO_CELL = 'This cell is no longer in the notebook.';
const CHANGED = 'This cell was changed since you opened it.';
const FIXED_SOURCE = 'Only code and your own notes can be edited.';
const FIXED_CELL = 'Questions and tool cells cannot be changed here.';

/** With `findEvenDeleted`, the cell may have been deleted. Throws AppError `not-found`. */
export function requireCell(session: Session, cellId: string, find = findCell): Cell {
  const cell = find(session, cellId);
  if (!cell) throw new AppError('not-found', NO_CELL);
  return cell;
}

export function requireIdle(session: Session, cellId: string): Cell {
  const cell = requireCell(session, cellId);
  if (cell.status === 'running') throw new AppError('conflict', IS_RUNNING);
  // What the user approves is what runs, and what the cell shows then.
  if (cell.pendingApprovals.length > 0) throw new AppError('conflict', IS_HELD);
  return cell;
}

/** A run of the cell changes nothing of what was seen, and nobody loses a text that is the same. */
export function requireSeen(
  cell: Cell,
  { source, version }: Pick<CellExecution, 'source' | 'version'>,
): void {
  const { type, written } = cell;
  const seen = version === undefined ? cell : findCellVersion(cell, version);
  const isSame = seen?.source === cell.source && seen.type === type;
  if (isSame || source === cell.source) return;
  const details: ChangedCell = { version: cell.version, type, source: cell.source, by: written.author };
  throw new AppError('cell-changed', CHANGED, { details });
}

export function requireEditable(cell: Cell): Cell {
  if (!isEditable(cell)) throw new AppError('bad-request', FIXED_SOURCE);
  return cell;
}

export function isEditable({ role }: Cell): boolean {
  return role === 'code' || role === 'note';
}

/** A run begins with its task: without it nobody could tell what the rest answers. */
export function requireLoose({ role }: Cell): void {
  if (role === 'task' || role === 'tools') throw new AppError('bad-request', FIXED_CELL);
}
