/** How one of several ways stands, in a few words. */

import type { Way } from '../../../../lib/protocol/ways/ways.ts';
import { findActiveRebuild, findRun, type Run, type Session } from '../../../../lib/session/session.ts';
import { isWaitingForPerson } from '../../../../lib/session/view/cells/find-waiting-cell.ts';
import type { Ways } from '../../../../lib/session/ways.ts';
import type { SessionSnapshot } from '../../../../lib/stream/session-store.ts';
import { describeActivity, describeProgress } from '../../../notebook/view/describe-activity.ts';
import { describeOutcome } from '../../../notebook/view/describe-outcome.ts';
import { WAYS_TEXTS } from './ways-texts.ts';

export interface WayState {
  readonly session: Session;
  /** Null before it has begun. */
  readonly run: Run | null;
  /** Whether its notebook was deleted. */
  readonly isGone: boolean;
  readonly isRunning: boolean;
  /** Whether it waits for an approval or an answer of the user. */
  readonly isWaiting: boolean;
  readonly text: string;
}

export function describeWay(
  { end }: Ways,
  { runId }: Way,
  { session, connection }: SessionSnapshot,
): WayState {
  const run = findRun(session, runId);
  const isGone = connection === 'missing';
  const isRunning = run ? run.outcome === null : end === null && !isGone;
  const isWaiting = isRunning && isWaitingForPerson(session);
  return { session, run, isGone, isRunning, isWaiting, text: describe() };

  function describe(): string {
    if (connection === 'loading') return WAYS_TEXTS.loadingWay;
    if (isGone) return WAYS_TEXTS.deleted;
    if (connection === 'reconnecting') return WAYS_TEXTS.reconnecting;
    if (run?.outcome) return describeOutcome(run.outcome).label;
    if (run) return describeActivity(session, run);
    if (findActiveRebuild(session)) return WAYS_TEXTS.rebuilding(describeProgress(session));
    return end === null ? WAYS_TEXTS.starting : WAYS_TEXTS.notRun;
  }
}
