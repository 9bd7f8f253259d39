import type { Cell } from '../../../lib/session/session.ts';

/** Grows, or at least changes, whenever a cell has ended: what code made may be another then. */
export function countEndedCells(cells: readonly Cell[]): number {
  return cells.reduce((sum, { endedAt, ranOrder }) => sum + (endedAt === null ? 0 : (ranOrder ?? 0)), 0);
}
