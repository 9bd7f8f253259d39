/** Following a session. Many may: of those who are woken together and are at the same place, one reads. */
import type { Event } from '../../protocol/events/event.ts';
import type { Store } from '../store.ts';
import type { Wakeups } from './wakeups.ts';

interface TailDeps extends Pick<Store, 'read' | 'getSession'> {
  wakeups: Pick<Wakeups, 'next' | 'count'>;
}

export function createTail({ read, getSession, wakeups }: TailDeps): Store['tail'] {
  const looks = new Map<string, Promise<Event[] | null>>();

  /** What came after an event, or null when the session is gone. Not what was read before the last wakeup. */
  function look(sessionId: string, afterSeq: number): Promise<Event[] | null> {
    const key = `${wakeups.count()} ${afterSeq} ${sessionId}`;
    const begun = looks.get(key);
    if (begun) return begun;
    const begin = async () => {
      const events = await read(sessionId, afterSeq);
      return events.length > 0 || (await getSession(sessionId)) ? events : null;
    };
    const looking = begin().finally(() => setImmediate(() => looks.delete(key)));
    looks.set(key, looking);
    return looking;
  }

  return async function* tail(sessionId, afterSeq, signal) {
    let cursor = afterSeq;
    while (!signal.aborted) {
      // Asked for first: what comes while it is looked at wakes us too.
      const wakeup = wakeups.next(sessionId, signal);
      const events = await look(sessionId, cursor);
      if (!events) return;
      const last = events.at(-1);
      if (last) {
        cursor = last.seq;
        yield events;
      } else await wakeup;
    }
  };
}
