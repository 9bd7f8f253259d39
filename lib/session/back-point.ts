/** Where in the life of a kernel a cell ran: a kernel can go back to what it was before that. */
import { readCode } from './cell-code.ts';
import { type Cell, type CellStatus, type CellVersion, findCell, type Session } from './session.ts';

/** What a kernel was before one of `Session.executions`. */
export interface BackPoint {
  readonly kernelId: string;
  readonly order: number;
}

/** Before the last run of the cell that has an effect; null where it never ran, or is not there. */
export function findBackPoint(session: Session, cellId: string): BackPoint | null {
  const cell = findCell(session, cellId);
  const { heldBy, kernelId = null, ranOrder = null } = (cell && findStandingRun(cell)) ?? {};
  return kernelId === null || ranOrder === null ? null : { kernelId: heldBy ?? kernelId, order: ranOrder };
}

/** Where among `Session.executions` the cell last ran in this kernel, or in one that it was; null where it did not. */
export function findOrderIn(cell: CellVersion, kernelId: string): number | null {
  if (cell.rebuilt?.kernelId === kernelId) return cell.rebuilt.order;
  return cell.kernelId === kernelId || cell.heldBy === kernelId ? cell.ranOrder : null;
}

/** Cells that ran in the kernel at or after this point, in the order of the notebook. */
export function listRanSince({ cells }: Session, { kernelId, order }: BackPoint): Cell[] {
  return cells.filter((cell) => (findOrderIn(findStandingRun(cell), kernelId) ?? 0) >= order);
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
  const first = cells
    .slice(at + 1)
    .map(findStandingRun)
    .find((run) => findOrderIn(run, kernel.id) === order);
  const isClean = cells
    .slice(0, at + 1)
    .every((cell) => (findOrderIn(findStandingRun(cell), kernel.id) ?? 0) < order);
  return first && isClean && first.status !== 'aborted' ? { before: first.id } : null;
}

/** Runs of a code cell that were not taken back, up to the one that it shows, in the order in which they were made. */
export function listStandingRuns(cell: Cell): CellVersion[] {
  if (cell.type !== 'code' || cell.ranOrder === null) return [];
  const runs = new Map<number, CellVersion>();
  for (const version of [...cell.versions, cell]) {
    const { type, ranOrder } = version;
    if (type === 'code' && ranOrder !== null && ranOrder <= cell.ranOrder) runs.set(ranOrder, version);
  }
  return [...runs.values()].filter(({ isTakenBack }) => !isTakenBack);
}

/** The last run of the cell that has an effect on a kernel; the cell as it is where that is its last run, or there is none. */
export function findStandingRun(cell: Cell): CellVersion {
  if (!cell.isTakenBack) return cell;
  return listStandingRuns(cell).findLast(({ status }) => !WITHOUT_EFFECT.has(status)) ?? cell;
}

/** Its code never began, or the kernel ended with what it did. */
const WITHOUT_EFFECT: ReadonlySet<CellStatus> = new Set<CellStatus>(['aborted', 'kernel-died']);

/**
 * The cell as the last run left it that was not taken back and had the code which the cell has: what runs it again gives what
 * that run gave. The cell as it is where only its last run can be that.
 */
export function showStandingRun(cell: Cell): Cell {
  if (!cell.isTakenBack || cell.ranSource !== readCode(cell)) return cell;
  const isSame = ({ ranSource, status }: CellVersion) =>
    ranSource === cell.ranSource && (status === 'ok' || status === 'error');
  const kept = listStandingRuns(cell).findLast(isSame);
  if (!kept) return cell;
  // What is written in the cell and who wrote it is as it is now.
  const { source, language, version, made, written, versions } = cell;
  return { ...cell, ...kept, source, language, version, made, written, versions };
}

/**
 * Whether the code that the cell has was taken back: once it is changed, it is other code, which has not run. If only later runs
 * of that code were taken back, it was not.
 */
export function isUndone(cell: Cell): boolean {
  return showStandingRun(cell).isTakenBack === true && cell.ranSource === readCode(cell);
}
