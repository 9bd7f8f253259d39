/** The fold of the cells that wait for their turn, and of those that run in order. */
import { readCode } from '../cell-code.ts';
import type { LeftQueue } from '../queue-entry.ts';
import { findCell, type Session } from '../session.ts';
import { isLeftInBatch } from '../view/cells/list-waiting-cells.ts';
import { type Handlers, patchCell } from './handlers.ts';

export const APPLY_QUEUE = {
  /** A cell that waits alone and is run again keeps its place, with its code as it is now. */
  'queue-add'(session, event, { by }) {
    const { entryId, cellIds, scope, timeoutMs, operation } = event;
    const cells = cellIds.map((id) => ({ id, source: readSource(session, id) }));
    const index = scope
      ? -1
      : session.queue.findIndex((each) => !each.scope && each.cells[0]?.id === cellIds[0]);
    const entry = {
      by,
      entryId: session.queue[index]?.entryId ?? entryId,
      cells,
      ...(scope ? { scope } : {}),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(operation ? { operation } : {}),
    };
    const queue = index < 0 ? [...session.queue, entry] : session.queue.with(index, entry);
    return markLeft({ ...session, queue }, cellIds, undefined);
  },
  /** Takes cells out of the queue, also out of a running batch, whose other cells continue. */
  'queue-remove'(session, { cellIds, reason }, { by }) {
    const isOut = (id: string) => cellIds.includes(id);
    const batch = session.batch && {
      ...session.batch,
      cellIds: session.batch.cellIds.filter((id) => !(isOut(id) && isLeftInBatch(session, id))),
    };
    return withoutQueued(markLeft({ ...session, batch }, cellIds, { reason, by }), isOut);
  },
  'batch-start'(session, { scope, cellIds, entryId }) {
    const { executions } = session;
    const entry = session.queue.find((each) => each.entryId === entryId);
    const sources = new Map(
      (entry?.cells ?? session.cells.map((cell) => ({ id: cell.id, source: readCode(cell) }))).map(
        ({ id, source }) => [id, source],
      ),
    );
    const next = beginEntry(session, entryId);
    return { ...next, batch: { scope, cellIds, sources, done: 0, status: 'running', executions } };
  },
  'batch-end': (session, { status, reason }) =>
    session.batch ? { ...session, batch: { ...session.batch, status, reason } } : session,
} satisfies Partial<Handlers>;

function readSource(session: Session, cellId: string): string {
  const cell = findCell(session, cellId);
  return cell ? readCode(cell) : '';
}

function markLeft(session: Session, cellIds: readonly string[], leftQueue: LeftQueue | undefined): Session {
  return cellIds.reduce<Session>(
    (next, id) => patchCell(next, id, (cell) => ({ ...cell, leftQueue })),
    session,
  );
}

/** What waits without these cells. */
export function withoutQueued(session: Session, isOut: (cellId: string) => boolean): Session {
  if (!session.queue.some(({ cells }) => cells.some(({ id }) => isOut(id)))) return session;
  const queue = session.queue
    .map((entry) => ({ ...entry, cells: entry.cells.filter(({ id }) => !isOut(id)) }))
    .filter(({ cells }) => cells.length > 0);
  return { ...session, queue };
}

/** The user lets other code run than what waited, as the cell's turn comes. */
export function replaceWaiting(session: Session, cellId: string, source: string): Session {
  const index = session.queue.findIndex(({ cells }) => cells.some(({ id }) => id === cellId));
  const entry = session.queue[index];
  if (!entry) return session;
  const cells = entry.cells.map((each) => (each.id === cellId ? { ...each, source } : each));
  return { ...session, queue: session.queue.with(index, { ...entry, cells }) };
}

/** An entry that begins waits no longer. */
export function beginEntry(session: Session, entryId: string | undefined): Session {
  if (entryId === undefined) return session;
  return { ...session, queue: session.queue.filter((entry) => entry.entryId !== entryId) };
}

/** Counts a cell of the batch that has ended. */
export function countBatchCell(session: Session, cellId: string): Session {
  const { batch } = session;
  if (batch?.status !== 'running' || !batch.cellIds.includes(cellId)) return session;
  return { ...session, batch: { ...batch, done: batch.done + 1 } };
}
