/** When commands on the selected cell can be used. */
import { findStandingRun } from '../../../../lib/session/back-point.ts';
import { type Cell, isAlive, isBusy } from '../../../../lib/session/session.ts';
import type { CellState } from './command.ts';

/** Whether the user may change its text. */
export function isEditable({ role, status }: Cell): boolean {
  return (role === 'code' || role === 'note') && status !== 'running';
}

export function canEdit({ cell }: CellState): boolean {
  return isEditable(cell);
}

export function canEditCode({ cell }: CellState): boolean {
  return isEditable(cell) && cell.type === 'code';
}

export function canEditNote({ cell }: CellState): boolean {
  return isEditable(cell) && cell.type === 'markdown';
}

/** Whether its editor is open on the page. */
export function hasEditor({ cell, editors }: CellState): boolean {
  return editors.find(cell.id) !== null;
}

/** Whether it ever was other than it is. */
export function hasHistory({ cell }: CellState): boolean {
  return cell.versions.length > 0;
}

/** Whether it has an effect on the kernel, or ended one: a kernel can go back to before that. */
export function canTakeBack({ session, cell }: CellState): boolean {
  const { id, status } = session.kernel;
  const hasRun =
    cell.type === 'code' && (isAlive(findStandingRun(cell), id) || cell.status === 'kernel-died');
  return hasRun && status === 'idle' && !isBusy(session);
}

/** A question, and what belongs to its start, cannot be moved. */
export function canMove({ cell }: CellState): boolean {
  return cell.role !== 'task' && cell.role !== 'tools';
}

export function canJoinBelow({ session, cell }: CellState): boolean {
  const below = session.cells[session.cells.findIndex(({ id }) => id === cell.id) + 1];
  return isEditable(cell) && below !== undefined && isEditable(below);
}

/** Whether it is what the user said to the agent. */
export function isSaid({ cell: { role } }: CellState): boolean {
  return role === 'task' || role === 'steer';
}

/** Whether it is a question, or the answer to one. */
export function isOfQuestion({ cell: { runId, role } }: CellState): boolean {
  return runId !== null && (role === 'task' || role === 'answer');
}
