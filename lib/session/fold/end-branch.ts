/** What ends in a branch because nobody continues it there. */
import type { EventBody } from '../../protocol/events/event.ts';
import { findActiveRebuild, listActiveRuns, type Session } from '../session.ts';

export const BRANCHED = 'This notebook continues from another one: its kernel starts without variables.';
const CUT_OFF = 'This notebook was branched off here; the run continued in the other one.';
const LEFT = 'This notebook was branched off while the cell ran.';

/** The runs in whose midst it begins. */
export function endBranchedRuns(session: Session): EventBody[] {
  const outcome = { status: 'branched', message: CUT_OFF } as const;
  return listActiveRuns(session).map(({ id }) => ({ type: 'run-end', runId: id, outcome }));
}

export function endBranch(session: Session): EventBody[] {
  const running = session.cells.filter(({ status }) => status === 'running');
  const bodies: EventBody[] = running.map(({ id }) => ({
    type: 'cell-end',
    cellId: id,
    status: 'interrupted',
    executionCount: null,
    reason: LEFT,
  }));
  if (findActiveRebuild(session)) bodies.push({ type: 'rebuild-end', status: 'stopped' });
  const waiting = session.queue.flatMap(({ cells }) => cells.map(({ id }) => id));
  if (waiting.length > 0) bodies.push({ type: 'queue-remove', cellIds: waiting, reason: 'user' });
  if (session.isNetworkAllowed) bodies.push({ type: 'network-change', isAllowed: false });
  const hadKernel = session.executions > 0;
  const loss = hadKernel ? { stateLost: true, reason: BRANCHED } : {};
  bodies.push({ type: 'kernel-status', status: 'none', ...loss });
  return bodies;
}
