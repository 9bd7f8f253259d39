import type { Cell, Session } from '../../session.ts';

/** The cell that asks the user something. */
export function findWaitingCell({ cells }: Session): Cell | null {
  return (
    cells.find(({ pendingInputs, pendingApprovals }) => pendingInputs.length + pendingApprovals.length > 0) ??
    null
  );
}

/** Whether something asks what only the user can answer. */
export function isWaitingForPerson(session: Session): boolean {
  return findWaitingCell(session) !== null;
}
