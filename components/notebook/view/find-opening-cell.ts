import type { Cell, Session } from '../../../lib/session/session.ts';

/** Where a notebook opens: with several runs, at the last one's task; otherwise at its start. */
export function findOpeningCell({ runs, cells }: Session): Cell | undefined {
  return runs.length < 2 ? cells[0] : cells.findLast(({ role }) => role === 'task');
}
