/** What the user runs, one entry after the other: what begins at once, then what waits in the queue. */
import type { BatchEnd, BatchScope } from '../../protocol/cells/batch.ts';
import type { QueueExit } from '../../protocol/cells/queue.ts';
import { type Principal, SYSTEM } from '../../protocol/events/principal.ts';
import { createId } from '../../protocol/id.ts';
import { type Cell, findCell, type Session } from '../../session/session.ts';
import { endedWell } from '../../session/stale/list-batch-cells.ts';
import { toMessage } from '../../util/app-error.ts';
import type { SessionLogs } from '../events/session-logs.ts';
import { emptyQueue } from '../kernels/end-abandoned.ts';
import type { Workbench } from '../kernels/workbench.ts';
import type { CurrentCell } from './current-cell.ts';
import { type CellStart, runCell } from './run-cell.ts';

/** One cell with what it is started with, or a batch. */
export interface Entry extends Omit<CellStart, 'cellId' | 'signal' | 'onEnd'> {
  cellIds: string[];
  /** Of a batch: `batch-start` is written when its turn has come. */
  scope?: BatchScope | undefined;
}

/** Runs the entry, which was opened, then all that wait, until none does. Throws only what the log throws. */
export async function runEntries(
  bench: Workbench,
  sessionId: string,
  current: CurrentCell,
  first: Entry | null,
): Promise<void> {
  let entry = first ?? (await takeNext(bench, sessionId));
  while (entry && !current.all.aborted) {
    const exit = await (entry.scope ? runBatch : runSingle)(bench, sessionId, current, entry);
    if (current.all.aborted) return;
    // The cells after a failed one may need it: as in Jupyter, none of them runs.
    if (exit) await takeOutAll(bench.logs, sessionId, exit, SYSTEM);
    entry = await takeNext(bench, sessionId);
  }
}

/** Takes everything out of the queue. */
export async function takeOutAll(
  logs: SessionLogs,
  sessionId: string,
  reason: QueueExit,
  by: Principal,
): Promise<void> {
  const bodies = emptyQueue(await logs.readSession(sessionId), reason);
  // A log that takes nothing now must not keep anyone from stopping what runs.
  if (bodies.length > 0) await logs.writerOf(sessionId, by).writeAll(bodies);
}

/** Writes that its turn has come, which one cell says itself when it starts. */
export async function openEntry(
  { logs }: Pick<Workbench, 'logs'>,
  sessionId: string,
  { by, scope, cellIds, entryId }: Entry,
): Promise<void> {
  const waited = entryId === undefined ? {} : { entryId };
  if (scope) await logs.writerOf(sessionId, by).write({ type: 'batch-start', scope, cellIds, ...waited });
}

/** The first of the queue; null when it is empty. */
async function takeNext(bench: Workbench, sessionId: string): Promise<Entry | null> {
  const { logs } = bench;
  const session = await logs.readSession(sessionId);
  const [next] = session.queue;
  if (!next) return null;
  const { cells, ...waiting } = next;
  const all = cells.map(({ id }) => id);
  const cellIds = all.filter((id) => findCell(session, id)?.type === 'code');
  if (cellIds.length > 0) {
    const entry = { ...waiting, cellIds };
    await openEntry(bench, sessionId, entry);
    return entry;
  }
  // Meanwhile the user made a note of it.
  await logs.writerOf(sessionId, SYSTEM).write({ type: 'queue-remove', cellIds: all, reason: 'user' });
  return takeNext(bench, sessionId);
}

/** Resolves to null where what waits may run, or to why not. */
async function runSingle(
  bench: Workbench,
  sessionId: string,
  current: CurrentCell,
  { cellIds, ...entry }: Entry,
): Promise<QueueExit | null> {
  const { logs } = bench;
  const [cellId = ''] = cellIds;
  const before = await logs.readSession(sessionId);
  const start = { ...entry, cellId, onEnd: current.noteEnd };
  const { session, isStopped, failed } = await runOne(bench, before, current, start);
  // It never began: it was refused, or no kernel could be started.
  if (session.queue.some(({ entryId }) => entryId === entry.entryId))
    await logs
      .writerOf(sessionId, SYSTEM)
      .write({ type: 'queue-remove', cellIds: [cellId], reason: isStopped ? 'stop' : 'end' });
  return failed && toExit(failed);
}

/** As {@link runSingle}, up to the first cell that does not end well. Never rejects: whatever happens is written as its end. */
async function runBatch(
  bench: Workbench,
  sessionId: string,
  current: CurrentCell,
  entry: Entry,
): Promise<QueueExit | null> {
  const { failed = null, ...end } = await runCells(bench, sessionId, current, entry).catch(
    (error: unknown): BatchEnd & { failed?: Cell } => ({ status: 'failed', reason: toMessage(error) }),
  );
  current.noteEnd();
  const status: BatchEnd = current.all.aborted ? { status: 'stopped' } : end;
  // The log itself may be what failed, for want of disk.
  await bench.logs
    .writerOf(sessionId, entry.by)
    .writeAtLast([{ type: 'batch-end', ...status }])
    .catch(() => {});
  return status.status !== 'failed' ? null : failed ? toExit(failed) : 'failure';
}

function toExit({ status, verdict }: Cell): QueueExit {
  return status === 'aborted' && verdict?.decision === 'refuse' ? 'refusal' : 'failure';
}

async function runCells(
  bench: Workbench,
  sessionId: string,
  current: CurrentCell,
  { by, resumed }: Entry,
): Promise<BatchEnd & { failed?: Cell }> {
  const operation = { operationId: createId('op'), kind: 'run' } as const;
  let session = await bench.logs.readSession(sessionId);
  for (const cellId of listRemaining(session, resumed)) {
    if (current.all.aborted) break;
    session = await bench.logs.readSession(sessionId);
    // Meanwhile the user may have deleted it, or taken it out.
    const isResumed = cellId === resumed?.id;
    const isLeft = isResumed || session.batch?.cellIds.includes(cellId);
    if (findCell(session, cellId)?.type !== 'code' || !isLeft) continue;
    const start = { by, cellId, operation, resumed: isResumed ? resumed : undefined };
    const { failed } = await runOne(bench, session, current, start);
    if (failed) return { status: 'failed', reason: describeEnd(failed), failed };
  }
  return { status: 'ok' };
}

/** Resolves to the session after the cell, and to the cell if it did not end well without being stopped. */
async function runOne(
  bench: Workbench,
  before: Session,
  current: CurrentCell,
  start: Omit<CellStart, 'signal'>,
): Promise<{ session: Session; isStopped: boolean; failed: Cell | null }> {
  const signal = current.begin(start.cellId);
  await runCell(bench, before, { ...start, signal });
  const session = await bench.logs.readSession(before.id);
  const cell = findCell(session, start.cellId);
  const isWell = signal.aborted || !cell || endedWell(cell);
  return { session, isStopped: signal.aborted, failed: isWell ? null : cell };
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
