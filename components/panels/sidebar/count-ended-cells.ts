import type { Cell } from '../../../lib/session/session.ts';

/** Changes whenever a cell has ended, because code may have changed what the panels show. */
export function countEndedCells(cells: readonly Cell[]): number {
  return cells.reduce((sum, { endedAt, ranOrder }) => sum + (endedAt === null ? 0 : (ranOrder ?? 0)), 0);
}
