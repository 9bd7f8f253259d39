import type { Event } from './event.ts';

interface EventReader {
  /** The next events after this one, as many as are read at once; none after the last. */
  read(sessionId: string, afterSeq: number): Promise<Event[]>;
}

/** All events of a log after this one. */
export async function readEvents(store: EventReader, sessionId: string, afterSeq = 0): Promise<Event[]> {
  const all: Event[] = [];
  for (;;) {
    const events = await store.read(sessionId, all.at(-1)?.seq ?? afterSeq);
    if (events.length === 0) return all;
    all.push(...events);
  }
}
