/** What is happening in a session, in a few words. */

import { traitsOf } from '../../../lib/protocol/models/model-traits.ts';
import { findAuthorStep } from '../../../lib/session/cell-versions.ts';
import { type Cell, findActiveRebuild, type Run, type Session } from '../../../lib/session/session.ts';
import { findWaitingCell } from '../../../lib/session/view/cells/find-waiting-cell.ts';
import { toPrompt } from '../cells/name-cell.ts';
import { VIEW_TEXTS } from './view-texts.ts';

export function describeActivity(session: Session, run: Run): string {
  const waiting = describeWaiting(session);
  if (waiting) return waiting;
  const { status } = session.kernel;
  const own = session.cells.find(({ status: state, isRunByUser }) => state === 'running' && isRunByUser);
  if (own) return describeOwnCell(own);
  if (session.cells.some((cell) => findAuthorStep(cell).runId === run.id && cell.status === 'running')) {
    return VIEW_TEXTS.cellRunning;
  }
  if (status === 'starting' || status === 'restarting') return VIEW_TEXTS.kernelStarting;
  const who = traitsOf(run.model).title ?? VIEW_TEXTS.theModel;
  const step = run.steps.at(-1);
  if (step?.review?.result === null) return step.review.model ? VIEW_TEXTS.reviewing : VIEW_TEXTS.verifying;
  if (step?.action !== null) return 'Working';
  if (step.wait) return VIEW_TEXTS.waitingBecause(step.wait.reason);
  if (step.purpose === 'sum-up' && step.text === '') return VIEW_TEXTS.summingUp(who);
  if (step.text !== '') return VIEW_TEXTS.writing(who);
  return step.reasoning === '' ? VIEW_TEXTS.waiting(who) : VIEW_TEXTS.thinking(who);
}

/** That a cell runs which the user has started, or a program for them. */
export function describeOwnCell({ made }: Cell): string {
  return made.by.via === undefined ? VIEW_TEXTS.yourCell : VIEW_TEXTS.cellOf(made.by.via);
}

/** What waits for the user; empty when nothing does. */
export function describeWaiting(session: Session): string {
  const cell = findWaitingCell(session);
  if (!cell) return '';
  const what = cell.pendingApprovals.length > 0 ? 'approval' : 'answer';
  const hasPrompt = cell.status === 'running' || cell.executionCount !== null;
  return VIEW_TEXTS.waitsForYou(hasPrompt ? toPrompt(cell) : VIEW_TEXTS.aCell, what);
}

/** The progress of cells that run one after another; empty when none do. */
export function describeProgress(session: Session): string {
  const batch = session.batch?.status === 'running' ? session.batch : null;
  const many = findActiveRebuild(session) ?? batch;
  if (!many) return '';
  const count = many.cellIds.length;
  return VIEW_TEXTS.progress(Math.min(many.done + 1, count), count);
}
