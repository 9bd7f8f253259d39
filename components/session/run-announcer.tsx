import { findActiveRun, type Session } from '../../lib/session/session.ts';
import { describeActivity, describeWaiting } from '../notebook/describe-activity.ts';
import { describeOutcome } from '../notebook/describe-outcome.ts';

/** Tells assistive technology what the run is doing and how it ended. Always there, so that changes are heard. */
export function RunAnnouncer({ session }: { session: Session }) {
  const activeRun = findActiveRun(session);
  const outcome = session.runs.at(-1)?.outcome;
  const waiting = describeWaiting(session);
  return (
    <p className="visually-hidden" role="status">
      {activeRun
        ? describeActivity(session, activeRun)
        : waiting || (outcome ? describeOutcome(outcome).label : '')}
    </p>
  );
}
