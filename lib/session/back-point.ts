/** Where in the life of a kernel a cell ran: a kernel can go back to what it was before that. */
import { type Cell, findCell, type Session } from './session.ts';

/** What a kernel was before one of `Session.executions`. */
export interface BackPoint {
  readonly kernelId: string;
  readonly order: number;
}

/** Before the last run of the cell; null where it never ran, or is not there. */
export function findBackPoint(session: Session, cellId: string): BackPoint | null {
  const cell = findCell(session, cellId);
  if (!cell || cell.kernelId === null || cell.ranOrder === null) return null;
  return { kernelId: cell.heldBy ?? cell.kernelId, order: cell.ranOrder };
}

/** Where among `Session.executions` the cell last ran in this kernel, or in one that it was; null where it did not. */
export function findOrderIn(cell: Cell, kernelId: string): number | null {
  if (cell.rebuilt?.kernelId === kernelId) return cell.rebuilt.order;
  return cell.kernelId === kernelId || cell.heldBy === kernelId ? cell.ranOrder : null;
}

/** Cells that ran in the kernel at or after this point, in the order of the notebook. */
export function listRanSince({ cells }: Session, { kernelId, order }: BackPoint): Cell[] {
  return cells.filter((cell) => (findOrderIn(cell, kernelId) ?? 0) >= order);
}
