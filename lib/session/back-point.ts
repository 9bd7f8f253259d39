/** Where in the life of a kernel a cell ran: a kernel can go back to what it was before that. */
import { readCode } from './cell-code.ts';
import { type Cell, type CellVersion, findCell, type Session } from './session.ts';

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
export function findOrderIn(cell: CellVersion, kernelId: string): number | null {
  if (cell.rebuilt?.kernelId === kernelId) return cell.rebuilt.order;
  return cell.kernelId === kernelId || cell.heldBy === kernelId ? cell.ranOrder : null;
}

/** Cells that ran in the kernel at or after this point, in the order of the notebook. */
export function listRanSince({ cells }: Session, { kernelId, order }: BackPoint): Cell[] {
  return cells.filter((cell) => (findOrderIn(cell, kernelId) ?? 0) >= order);
}

/**
 * The cell before whose last run the present kernel was what the cells down to this one make: null where it never was only that.
 * Without a cell below that has run in it, the kernel is that now.
 */
export function findBranchPoint(
  session: Session,
  cellId: string,
): { readonly before: string } | 'now' | null {
  const { cells, kernel } = session;
  const at = cells.findIndex(({ id }) => id === cellId);
  const listOrders = (cell: Cell) =>
    [cell, ...cell.versions].flatMap((version) => findOrderIn(version, kernel.id) ?? []);
  const orders = cells.slice(at + 1).flatMap(listOrders);
  if (orders.length === 0) return 'now';
  const order = Math.min(...orders);
  const first = cells.slice(at + 1).find((cell) => findOrderIn(cell, kernel.id) === order);
  const isClean = cells.slice(0, at + 1).every((cell) => (findOrderIn(cell, kernel.id) ?? 0) < order);
  return first && isClean && first.status !== 'aborted' ? { before: first.id } : null;
}

/** Whether the code that the cell has was taken back: once it is changed, it is other code, which has not run. */
export function isUndone(cell: CellVersion): boolean {
  return cell.isTakenBack === true && cell.ranSource === readCode(cell);
}
