/** What is happening in a session, in a few words for the user. */

import { findActiveRebuild, type Run, type Session } from '../../../lib/session/session.ts';
import { findWaitingCell } from '../../../lib/session/view/find-waiting-cell.ts';
import { toPrompt } from '../cells/to-prompt.ts';

export function describeActivity(session: Session, run: Run): string {
  const waiting = describeWaiting(session);
  if (waiting) return waiting;
  const { status } = session.kernel;
  if (session.cells.some((cell) => cell.runId === run.id && cell.status === 'running')) {
    return 'The cell is running';
  }
  if (status === 'starting' || status === 'restarting') return 'Starting the kernel';
  const who = run.model.kind === 'builtin' ? 'The analyst' : 'The model';
  const step = run.steps.at(-1);
  if (step?.review?.result === null) return 'The answer is being reviewed';
  if (step?.action !== null) return 'Working';
  if (step.wait) return `Waiting for the model. ${step.wait.reason}`;
  if (step.purpose === 'sum-up' && step.text === '') return `${who} sums up what it has`;
  if (step.text !== '') return `${who} is writing`;
  return step.reasoning === '' ? `Waiting for ${who.toLowerCase()}` : `${who} is thinking`;
}

/** What waits for the person; empty when nothing does. */
export function describeWaiting(session: Session): string {
  const cell = findWaitingCell(session);
  if (!cell) return '';
  const what = cell.pendingApprovals.length > 0 ? 'approval' : 'answer';
  return `Cell ${toPrompt(cell)} is waiting for your ${what}`;
}

/** How far cells are that run one after the other; empty when none do. */
export function describeProgress(session: Session): string {
  const batch = session.batch?.status === 'running' ? session.batch : null;
  const many = findActiveRebuild(session) ?? batch;
  if (!many) return '';
  const count = many.cellIds.length;
  return `Running ${Math.min(many.done + 1, count)} of ${count}`;
}
