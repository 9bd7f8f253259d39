/** The fold of several cells run in order. */
import type { EventBody } from '../../protocol/events/event.ts';
import type { Session } from '../session.ts';
import { beginEntry } from './apply-queue.ts';

type Body<Type extends EventBody['type']> = Extract<EventBody, { type: Type }>;

export function applyBatchStart(session: Session, event: Body<'batch-start'>): Session {
  const { scope, cellIds, entryId } = event;
  const { executions } = session;
  const entry = session.queue.find((each) => each.entryId === entryId);
  const sources = new Map((entry?.cells ?? session.cells).map(({ id, source }) => [id, source]));
  const next = beginEntry(session, entryId);
  return { ...next, batch: { scope, cellIds, sources, done: 0, status: 'running', executions } };
}

export function applyBatchEnd(session: Session, { status, reason }: Body<'batch-end'>): Session {
  return session.batch ? { ...session, batch: { ...session.batch, status, reason } } : session;
}

/** Counts a cell of the batch that has ended. */
export function countBatchCell(session: Session, cellId: string): Session {
  const { batch } = session;
  if (batch?.status !== 'running' || !batch.cellIds.includes(cellId)) return session;
  return { ...session, batch: { ...batch, done: batch.done + 1 } };
}
