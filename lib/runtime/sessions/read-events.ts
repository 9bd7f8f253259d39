import type { Event } from '../../protocol/events/event.ts';
import type { Store } from '../../store/store.ts';

/** All events of a log after this one. */
export async function readEvents(store: Store, sessionId: string, afterSeq = 0): Promise<Event[]> {
  const all: Event[] = [];
  for (;;) {
    const events = await store.read(sessionId, all.at(-1)?.seq ?? afterSeq);
    if (events.length === 0) return all;
    all.push(...events);
  }
}
