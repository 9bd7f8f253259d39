/** What the user runs, one after the other: what begins at once, then what waits in the queue. */
import type { CellOperation } from '../../protocol/cells/cell-operation.ts';
import { type Principal, SYSTEM } from '../../protocol/events/principal.ts';
import { type Cell, findCell, type Session } from '../../session/session.ts';
import { endedWell } from '../../session/stale/list-batch-cells.ts';
import type { ActiveWork } from './active-work.ts';
import { runBatch } from './run-batch.ts';
import { type RunCellDeps, runCell } from './run-cell.ts';

/** One cell, or the batch whose `batch-start` is written. */
export interface Due {
  session: Session;
  /** Who runs it. */
  by: Principal;
  /** Absent for a batch. */
  cellId?: string;
  timeoutMs?: number | undefined;
  /** The operation by which it can be taken back. */
  operation?: CellOperation | undefined;
  /** Where it waited. */
  entryId?: string;
  /** The cell that was running when its process crashed. */
  resumed?: Cell | undefined;
}

/** Runs it, then all that waits, until nothing does. Throws only what the log throws. */
export async function runAll(
  deps: RunCellDeps,
  sessionId: string,
  work: ActiveWork,
  first: Due | null,
): Promise<void> {
  let due = first ?? (await takeNext(deps, sessionId));
  while (due && !work.signal.aborted) {
    const isWell = await runOne(deps, work, due);
    if (!isWell && !work.signal.aborted) await leaveQueue(deps, sessionId);
    due = work.signal.aborted ? null : await takeNext(deps, sessionId);
  }
}

/** The cells after a failed one may need it: as in Jupyter, none of them runs. */
async function leaveQueue(deps: RunCellDeps, sessionId: string): Promise<void> {
  const { queue } = await deps.readSession(sessionId);
  const cellIds = queue.flatMap(({ cells }) => cells.map(({ id }) => id));
  if (cellIds.length > 0)
    await deps.writerOf(sessionId, SYSTEM).write({ type: 'queue-remove', cellIds, reason: 'failure' });
}

/** The first of the queue; null when it is empty. */
async function takeNext(deps: RunCellDeps, sessionId: string): Promise<Due | null> {
  const session = await deps.readSession(sessionId);
  const [entry] = session.queue;
  if (!entry) return null;
  const isCode = (id: string) => findCell(session, id)?.type === 'code';
  const cellIds = entry.cells.map(({ id }) => id).filter(isCode);
  const { entryId, scope, timeoutMs, operation, by } = entry;
  const [cellId] = cellIds;
  if (cellId === undefined) {
    // Meanwhile the user made a note of it.
    const gone = entry.cells.map(({ id }) => id);
    await deps.writerOf(sessionId, SYSTEM).write({ type: 'queue-remove', cellIds: gone, reason: 'user' });
    return takeNext(deps, sessionId);
  }
  if (!scope) return { session, by, cellId, timeoutMs, operation, entryId };
  await deps.writerOf(sessionId, by).write({ type: 'batch-start', scope, cellIds, entryId });
  return { session: await deps.readSession(sessionId), by };
}

/** Resolves to whether what waits may run. */
async function runOne(deps: RunCellDeps, work: ActiveWork, due: Due): Promise<boolean> {
  const { session, by, cellId, entryId, resumed, operation, timeoutMs } = due;
  if (cellId === undefined) return (await runBatch(deps, { session, by, resumed, work })).status !== 'failed';
  const signal = work.openSignal(cellId);
  const onEnd = work.noteEnd;
  await runCell(deps, session, { by, cellId, timeoutMs, entryId, operation, resumed, signal, onEnd });
  const after = await deps.readSession(session.id);
  // It never began: no kernel could be started.
  if (entryId !== undefined && after.queue.some((each) => each.entryId === entryId))
    await deps
      .writerOf(session.id, SYSTEM)
      .write({ type: 'queue-remove', cellIds: [cellId], reason: signal.aborted ? 'stop' : 'failure' });
  const cell = findCell(after, cellId);
  return signal.aborted || !cell || endedWell(cell);
}
