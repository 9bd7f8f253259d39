/** The fold of the cells that wait for their turn. */
import type { EventBody } from '../../protocol/events/event.ts';
import type { Principal } from '../../protocol/events/principal.ts';
import { findCell, type Session } from '../session.ts';
import { isLeftInBatch } from '../view/cells/list-waiting-cells.ts';
import { patchCell } from './patch-session.ts';

type Body<Type extends EventBody['type']> = Extract<EventBody, { type: Type }>;

/** A cell that waits alone and is run again keeps its place, with its code as it is now. */
export function applyQueueAdd(session: Session, event: Body<'queue-add'>, by: Principal): Session {
  const { entryId, cellIds, scope, timeoutMs, operation } = event;
  const cells = cellIds.map((id) => ({ id, source: findCell(session, id)?.source ?? '' }));
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
  return cellIds.reduce<Session>(
    (next, id) => patchCell(next, id, (cell) => ({ ...cell, leftQueue: undefined })),
    { ...session, queue },
  );
}

/** Takes cells out of the queue, also out of a running batch, whose other cells continue. */
export function applyQueueRemove(session: Session, { cellIds, reason }: Body<'queue-remove'>): Session {
  const isOut = (id: string) => cellIds.includes(id);
  const batch = session.batch && {
    ...session.batch,
    cellIds: session.batch.cellIds.filter((id) => !(isOut(id) && isLeftInBatch(session, id))),
  };
  const next = cellIds.reduce<Session>(
    (each, id) => patchCell(each, id, (cell) => ({ ...cell, leftQueue: reason })),
    { ...session, batch },
  );
  return withoutQueued(next, isOut);
}

/** What waits without these cells. */
export function withoutQueued(session: Session, isOut: (cellId: string) => boolean): Session {
  if (!session.queue.some(({ cells }) => cells.some(({ id }) => isOut(id)))) return session;
  const queue = session.queue
    .map((entry) => ({ ...entry, cells: entry.cells.filter(({ id }) => !isOut(id)) }))
    .filter(({ cells }) => cells.length > 0);
  return { ...session, queue };
}

/** An entry that begins waits no longer. */
export function beginEntry(session: Session, entryId: string | undefined): Session {
  if (entryId === undefined) return session;
  return { ...session, queue: session.queue.filter((entry) => entry.entryId !== entryId) };
}
