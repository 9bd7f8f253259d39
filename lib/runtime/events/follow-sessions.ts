/** Following sessions. Many may follow one: of those who are woken together and are at the same place, one reads. */
import type { Event } from '../../protocol/events/event.ts';
import type { Store } from '../../store/store.ts';

/** Events after `afterSeq`, then new ones as any process appends them, until the signal aborts or the session is deleted. */
export type FollowSession = (
  sessionId: string,
  afterSeq: number,
  signal: AbortSignal,
) => AsyncIterable<Event[]>;

export function createFollowSession({
  read,
  getSession,
  changes,
}: Pick<Store, 'read' | 'getSession' | 'changes'>): FollowSession {
  const looks = new Map<string, Promise<Event[] | null>>();

  /** What came after an event, or null when the session is gone. Not what was read before the last change. */
  function look(sessionId: string, afterSeq: number): Promise<Event[] | null> {
    const key = `${changes.count()} ${afterSeq} ${sessionId}`;
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

  return async function* follow(sessionId, afterSeq, signal) {
    let cursor = afterSeq;
    while (!signal.aborted) {
      // Asked for first: what comes while it is looked at wakes us too.
      const change = changes.next(sessionId, signal);
      const events = await look(sessionId, cursor);
      if (!events) return;
      const last = events.at(-1);
      if (last) {
        cursor = last.seq;
        yield events;
      } else await change;
    }
  };
}
