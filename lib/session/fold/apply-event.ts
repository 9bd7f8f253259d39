/** The one fold: session and event in, next session out. Cells and runs that did not change keep identity. */
import type { Event, EventBody, Stamp } from '../../protocol/events/event.ts';
import { LOCAL_USER } from '../../protocol/events/principal.ts';
import type { Session } from '../session.ts';
import { APPLY_ASK } from './apply-ask.ts';
import { APPLY_CELL } from './apply-cell.ts';
import { APPLY_CHANGE } from './apply-change.ts';
import { APPLY_KERNEL } from './apply-kernel.ts';
import { APPLY_QUEUE } from './apply-queue.ts';
import { APPLY_REVIEW } from './apply-review.ts';
import { APPLY_RUN } from './apply-run.ts';
import { APPLY_SESSION } from './apply-session.ts';
import { APPLY_WAYS } from './apply-ways.ts';
import type { Body, Handlers } from './handlers.ts';

const HANDLERS: Handlers = {
  ...APPLY_SESSION,
  ...APPLY_KERNEL,
  ...APPLY_RUN,
  ...APPLY_ASK,
  ...APPLY_REVIEW,
  ...APPLY_WAYS,
  ...APPLY_QUEUE,
  ...APPLY_CHANGE,
  ...APPLY_CELL,
};

/** Folds stored events in order. */
export function applyEvents(session: Session, events: Iterable<Event>): Session {
  let next = session;
  for (const event of events) next = applyEvent(next, event);
  return next;
}

/**
 * Folds one event. A body without `seq` and `at` (not stored yet) is folded too, so that the agent can
 * build its next prompt from the events it yields.
 */
export function applyEvent(session: Session, event: EventBody & Partial<Stamp> & { seq?: number }): Session {
  const at = event.at ?? session.updatedAt;
  const next = applyBody(session, event, { at, by: event.by ?? LOCAL_USER });
  return {
    ...next,
    seq: event.seq ?? session.seq,
    createdAt: session.createdAt || at,
    updatedAt: at,
  };
}

function applyBody<Type extends EventBody['type']>(
  session: Session,
  event: Body<Type>,
  stamp: Stamp,
): Session {
  return HANDLERS[event.type](session, event, stamp);
}
