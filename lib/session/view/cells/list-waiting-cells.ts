/** Which cells wait for their turn in the kernel, in the order in which they will run. */
import { findCell, type Session } from '../../session.ts';

/** Ids of the cells, each once: those left of a running batch, then those of the queue. */
export function listWaitingCells(session: Session): string[] {
  const { batch, queue } = session;
  if (batch?.status !== 'running' && queue.length === 0) return [];
  const ranOrders = new Map(session.cells.map(({ id, ranOrder }) => [id, ranOrder ?? 0]));
  const isLeft = (id: string) => batch !== null && (ranOrders.get(id) ?? 0) <= batch.executions;
  const ofBatch = batch?.status === 'running' ? batch.cellIds.filter(isLeft) : [];
  const queued = queue.flatMap(({ cells }) => cells.map(({ id }) => id));
  return [...new Set([...ofBatch, ...queued])].filter((id) => ranOrders.has(id));
}

/** Whether the running batch has not started the cell yet. */
export function isLeftInBatch(session: Session, cellId: string): boolean {
  const { batch } = session;
  if (batch?.status !== 'running' || !batch.cellIds.includes(cellId)) return false;
  return (findCell(session, cellId)?.ranOrder ?? 0) <= batch.executions;
}

/** What runs when the cell's turn comes: its code when it was queued; null for a cell that does not wait. */
export function findWaitingSource(session: Session, cellId: string): string | null {
  const ofBatch = findBatchSource(session, cellId);
  if (ofBatch !== null) return ofBatch;
  const cells = session.queue.flatMap((entry) => entry.cells);
  return cells.find(({ id }) => id === cellId)?.source ?? null;
}

/** What runs now that the cell's turn has come; null where it did not wait. */
export function findDueSource(session: Session, cellId: string, entryId: string | undefined): string | null {
  if (entryId === undefined) return findBatchSource(session, cellId);
  const entry = session.queue.find((each) => each.entryId === entryId);
  return entry?.cells.find(({ id }) => id === cellId)?.source ?? null;
}

function findBatchSource(session: Session, cellId: string): string | null {
  return isLeftInBatch(session, cellId) ? (session.batch?.sources.get(cellId) ?? null) : null;
}
