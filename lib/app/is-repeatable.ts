/** Which notebooks are verified without being asked for, and what that takes. */
import type { CellStatus, Session } from '../session/session.ts';
import { listUnrunByPrograms } from '../session/view/cells/list-unrun-by-programs.ts';

/** Of all cells together, as they ran: what takes longer is verified when somebody asks for it. */
export const MAX_DURATION_MS = 60_000;
const ENDED: readonly CellStatus[] = ['ok', 'error'];

/**
 * Whether a clean run can give the same, and may be made without asking: all of the notebook ran in a box to its end, in a short
 * time, reached no network, asked nobody, and called no tool; none of it is another program's that has not run yet; and none of its
 * variables are from cells of another notebook.
 */
export function isRepeatable(session: Session): boolean {
  const { kernel, isNetworkAllowed, runs } = session;
  const code = listCode(session);
  return (
    code.length > 0 &&
    listUnrunByPrograms(session).length === 0 &&
    !isNetworkAllowed &&
    !runs.some(({ isPart }) => isPart) &&
    kernel.info?.isolation === 'box' &&
    measureCode(session) <= MAX_DURATION_MS &&
    code.every(({ status, hasAsked, calls }) => ENDED.includes(status) && !hasAsked && calls.length === 0)
  );
}

/** How long the cells ran, all together, milliseconds. */
export function measureCode(session: Session): number {
  return listCode(session).reduce(
    (sum, { startedAt, endedAt }) => sum + ((endedAt ?? 0) - (startedAt ?? 0)),
    0,
  );
}

function listCode({ cells }: Session): Session['cells'] {
  return cells.filter(({ type, source }) => type === 'code' && source.trim() !== '');
}
