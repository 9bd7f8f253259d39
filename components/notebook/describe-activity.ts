/** What a running run is doing now, in a few words for people. */
import type { Run, Session } from '../../lib/session/session.ts';

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
export function describeWaiting({ cells }: Session): string {
  if (cells.some((cell) => cell.pendingApprovals.length > 0)) return 'Waiting for your approval';
  return cells.some((cell) => cell.pendingInputs.length > 0) ? 'Waiting for your answer' : '';
}
