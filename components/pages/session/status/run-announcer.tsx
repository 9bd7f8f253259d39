import { findActiveRun, type Run, type Session } from '../../../../lib/session/session.ts';
import { describeWork } from '../../../../lib/session/view/layout/describe-work.ts';
import { groupAttempts } from '../../../../lib/session/view/layout/group-attempts.ts';
import { summarizeWork } from '../../../../lib/session/view/layout/summarize-work.ts';
import {
  describeActivity,
  describeProgress,
  describeWaiting,
} from '../../../notebook/view/describe-activity.ts';
import { describeOutcome } from '../../../notebook/view/describe-outcome.ts';
import { ANNOUNCER_TEXTS } from './announcer-texts.ts';

/** Tells assistive technology what the run is doing and how it ended. Always rendered, so that changes are announced. */
export function RunAnnouncer({ session }: { session: Session }) {
  return (
    <p className="visually-hidden" role="status">
      {describeNow(session)}
    </p>
  );
}

function describeNow(session: Session): string {
  const active = findActiveRun(session);
  if (active) {
    const step = active.steps.length > 1 ? `${ANNOUNCER_TEXTS.announcedStep(active.steps.length)} ` : '';
    return step + describeActivity(session, active);
  }
  const last = session.runs.at(-1);
  return describeWaiting(session) || describeProgress(session) || (last ? describeEnd(session, last) : '');
}

/** `Answered. 3 cells · 2.1 s · 1 error fixed`. */
function describeEnd({ cells }: Session, { id, outcome }: Run): string {
  if (!outcome) return '';
  const work = summarizeWork(groupAttempts(cells.filter(({ runId }) => runId === id)));
  return [describeOutcome(outcome).label, describeWork(work)].filter(Boolean).join('. ');
}
