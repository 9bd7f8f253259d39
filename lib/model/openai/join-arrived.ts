/** Text that arrived together, as one event: each event costs a turn of all that follows it. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ModelEvent } from '../model.ts';

type Delta = Extract<ModelEvent, { type: 'text-delta' | 'reasoning-delta' }>;

/**
 * Servers that write faster than they are read send many tokens in one piece. Nothing waits for what has not arrived. The
 * next event is asked for early: whoever leaves before the end must end what `events` reads.
 */
export async function* joinArrived(events: AsyncIterable<ModelEvent>): AsyncGenerator<ModelEvent> {
  const iterator = events[Symbol.asyncIterator]();
  let held: Delta | null = null;
  for (;;) {
    const next = iterator.next();
    if (held && !(await hasArrived(next))) {
      yield held;
      held = null;
    }
    let event: ModelEvent;
    try {
      const { value, done } = await next;
      if (done) break;
      event = value;
    } catch (error) {
      if (held) yield held;
      throw error;
    }
    const joined: Delta | null = held && join(held, event);
    if (held && !joined) yield held;
    held = joined ?? (isDelta(event) ? event : null);
    if (!held) yield event;
  }
  if (held) yield held;
}

function isDelta(event: ModelEvent): event is Delta {
  return event.type === 'text-delta' || event.type === 'reasoning-delta';
}

function join(held: Delta, event: ModelEvent): Delta | null {
  return isDelta(event) && event.type === held.type ? { ...held, text: held.text + event.text } : null;
}

/** Settled within this turn of the event loop. */
async function hasArrived(next: Promise<unknown>): Promise<boolean> {
  const arrived = next.then(
    () => true,
    () => true,
  );
  return Promise.race([arrived, nextTurn(false)]);
}
