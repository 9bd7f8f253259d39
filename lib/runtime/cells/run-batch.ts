/** Runs several cells in order, up to the first that does not end well. */
import type { BatchEnd } from '../../protocol/cells/batch.ts';
import type { Principal } from '../../protocol/events/principal.ts';
import { createId } from '../../protocol/id.ts';
import { type Cell, findCell, type Session } from '../../session/session.ts';
import { endedWell } from '../../session/stale/list-batch-cells.ts';
import { toMessage } from '../../util/app-error.ts';
import type { ActiveWork } from './active-work.ts';
import { type RunCellDeps, runCell } from './run-cell.ts';

export interface BatchWork {
  /** The session when `batch-start` was written. */
  session: Session;
  /** Who runs it. */
  by: Principal;
  /** The cell of the batch that was running when its process crashed. */
  resumed?: Cell | undefined;
  work: ActiveWork;
}

/** Never rejects: whatever happens is written as the batch's end. */
export async function runBatch(deps: RunCellDeps, batch: BatchWork): Promise<BatchEnd> {
  const { session, work } = batch;
  const end = await runCells(deps, batch).catch(
    (error: unknown): BatchEnd => ({ status: 'failed', reason: toMessage(error) }),
  );
  work.noteEnd();
  const status: BatchEnd = work.signal.aborted ? { status: 'stopped' } : end;
  // The log itself may be what failed, for want of disk.
  await deps
    .writerOf(session.id, batch.by)
    .writeAtLast([{ type: 'batch-end', ...status }])
    .catch(() => {});
  return status;
}

async function runCells(deps: RunCellDeps, { session, by, resumed, work }: BatchWork): Promise<BatchEnd> {
  const operation = { operationId: createId('op'), kind: 'run' } as const;
  let now = session;
  for (const cellId of listRemaining(session, resumed)) {
    if (work.signal.aborted) break;
    now = await deps.readSession(session.id);
    const cell = findCell(now, cellId);
    // Meanwhile the user may have deleted it, or taken it out.
    const isResumed = cellId === resumed?.id;
    if (cell?.type !== 'code' || !(isResumed || now.batch?.cellIds.includes(cellId))) continue;
    const signal = work.openSignal(cellId);
    await runCell(deps, now, {
      by,
      cellId,
      operation,
      signal,
      onEnd: () => {},
      ...(isResumed ? { resumed } : {}),
    });
    now = await deps.readSession(session.id);
    const ended = findCell(now, cellId);
    // Stopped alone: the others run.
    if (signal.aborted) continue;
    if (ended && !endedWell(ended)) return { status: 'failed', reason: describeEnd(ended) };
  }
  return { status: 'ok' };
}

/** The cell that was running, then those that have not started since the batch began. */
function listRemaining({ batch, cells }: Session, resumed: Cell | undefined): string[] {
  if (!batch) return [];
  const started = new Set(
    cells.filter(({ ranOrder }) => (ranOrder ?? 0) > batch.executions).map(({ id }) => id),
  );
  return batch.cellIds.filter((id) => id === resumed?.id || !started.has(id));
}

function describeEnd({ status, executionCount, outputs, reason }: Cell): string {
  const name = executionCount === null ? 'A cell' : `In [${executionCount}]`;
  const error = outputs.findLast((output) => output.output_type === 'error');
  if (status === 'error' && error) return `${name} failed: ${error.ename}: ${error.evalue}`.slice(0, 500);
  return `${name} ended “${status}”. ${reason ?? ''}`.trim();
}
