import type { EventBody } from '../protocol/events/event.ts';
import type { Session } from './session.ts';

/** Events that end what cells wait for that have not begun, where nobody waits for the user's word any more. */
export function endApprovals({ cells }: Pick<Session, 'cells'>): EventBody[] {
  const waiting = cells.filter(({ status }) => status !== 'running');
  return waiting.flatMap(({ id: cellId, pendingApprovals }) =>
    pendingApprovals.map(({ requestId }) => ({
      ...{ type: 'approval-reply', cellId, requestId, decision: 'refuse', from: 'nobody' },
    })),
  );
}
