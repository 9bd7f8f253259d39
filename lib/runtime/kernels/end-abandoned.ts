/** What the log says about runs and kernels whose process went away silently. */
import type { QueueExit } from '../../protocol/cells/queue.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import { endApprovals } from '../../session/end-approvals.ts';
import { findActiveRebuild, listActiveRuns, type Session } from '../../session/session.ts';
import { findActiveWays } from '../../session/ways.ts';

const KERNEL_GONE = 'Actbook stopped without closing the kernel, so its variables were lost.';
const RUN_GONE = 'Actbook stopped during this run. Its work is kept; ask again to continue.';
const BATCH_GONE = 'Actbook stopped while the cells ran.';
const WAYS_GONE = 'Actbook stopped while the ways ran. They are kept: choose one, or ask again.';
const REBUILD_GONE = 'Actbook stopped while the cells ran again.';

/** Events that end the runs, the rebuild, the ways and the user's cells, with those that were running, where nobody drives them any more. */
export function endAbandonedWork(session: Session): EventBody[] {
  const runs = listActiveRuns(session);
  const hasBatch = session.batch?.status === 'running';
  const bodies = runs.length > 0 || hasBatch ? endRunningCells(session, KERNEL_GONE) : [];
  const outcome = { status: 'failed', code: 'interrupted', message: RUN_GONE } as const;
  bodies.push(...runs.map(({ id }) => ({ type: 'run-end' as const, runId: id, outcome })));
  const rebuild = findActiveRebuild(session);
  const rebuildGone = rebuild?.beside ? `${REBUILD_GONE} Nothing was undone.` : REBUILD_GONE;
  if (rebuild) bodies.push({ type: 'rebuild-end', status: 'failed', reason: rebuildGone });
  if (hasBatch) bodies.push({ type: 'batch-end', status: 'failed', reason: BATCH_GONE });
  if (runs.length === 0) bodies.push(...endApprovals(session));
  const ways = findActiveWays(session);
  const failed = { status: 'failed', message: WAYS_GONE } as const;
  if (ways) bodies.push({ type: 'ways-end', waysId: ways.id, outcome: failed, basis: { kind: 'none' } });
  return bodies;
}

/** Events that say an abandoned kernel is gone. */
export function endAbandonedKernel(session: Session): EventBody[] {
  return [
    ...endRunningCells(session, KERNEL_GONE),
    ...emptyQueue(session, 'crash'),
    { type: 'kernel-status', status: 'none', stateLost: true, reason: KERNEL_GONE },
  ];
}

/** The event that says that what waits will not run; none if nothing waits. */
export function emptyQueue({ queue }: Session, reason: QueueExit): EventBody[] {
  const cellIds = queue.flatMap(({ cells }) => cells.map(({ id }) => id));
  return cellIds.length > 0 ? [{ type: 'queue-remove', cellIds, reason }] : [];
}

/** A cell without an end would show as running forever. */
export function endRunningCells(session: Session, reason: string): EventBody[] {
  return session.cells
    .filter((cell) => cell.status === 'running')
    .map((cell) => ({
      type: 'cell-end',
      cellId: cell.id,
      status: 'kernel-died',
      executionCount: null,
      reason,
    }));
}
