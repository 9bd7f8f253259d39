/** The logs of sessions: one writer each, and the session folded from its log, which is continued where it was left. */
import type { Event, EventBody } from '../../protocol/events/event.ts';
import { applyEvents } from '../../session/fold/apply-event.ts';
import { createSession, type Session } from '../../session/session.ts';
import type { Store } from '../../store/store.ts';
import { AppError } from '../../util/app-error.ts';
import { createEventWriter, type EventWriter } from './event-writer.ts';

export interface SessionLogs {
  writerOf(sessionId: string): EventWriter;
  /** The session folded from its log. Throws AppError `not-found`. */
  readSession(sessionId: string): Promise<Session>;
  /** The session with all that this process has stored, if that is in memory. What others wrote, or is not stored yet, may be missing. */
  peekSession(sessionId: string): Session | null;
  /** Drops what is in memory of a session that was deleted. */
  forget(sessionId: string): void;
  /** Resolves when everything written is stored. */
  flush(): Promise<void>;
}

/** Sessions whose fold is kept in memory, so that reading one again costs its new events alone. */
const MAX_FOLDED = 8;

/** `onEvents` is told of each session's events in order, once they are stored. It must not throw. */
export function createSessionLogs(
  store: Store,
  onEvents: (events: readonly Event[]) => void = () => {},
): SessionLogs {
  const writers = new Map<string, EventWriter>();
  const folded = new Map<string, Session>();
  /** Sessions whose fold does not have all that this process has stored. */
  const behind = new Set<string>();

  /** The least recently read session goes first. */
  function keep(session: Session): Session {
    folded.delete(session.id);
    folded.set(session.id, session);
    const [oldest] = folded.keys();
    if (folded.size > MAX_FOLDED && oldest !== undefined) folded.delete(oldest);
    return session;
  }

  async function append(sessionId: string, bodies: EventBody[]): Promise<Event[]> {
    const events = await store.append(sessionId, bodies);
    follow(sessionId, events);
    onEvents(events);
    return events;
  }

  /** Spares the next reader what it would read, unless another process has written in between. */
  function follow(sessionId: string, events: readonly Event[]): void {
    const session = folded.get(sessionId);
    if (session && events[0]?.seq === session.seq + 1) folded.set(sessionId, applyEvents(session, events));
    else if (session) behind.add(sessionId);
  }

  /** What is in memory may have been continued meanwhile. */
  function keepNewer(session: Session): Session {
    const known = folded.get(session.id);
    return keep(known && known.seq > session.seq ? known : session);
  }

  return {
    writerOf: (sessionId) => {
      const present = writers.get(sessionId);
      if (present) return present;
      const writer = createEventWriter({
        append: (bodies) => append(sessionId, bodies),
        appendAtLast: async (bodies) => {
          const events = await store.appendAtLast(sessionId, bodies);
          // They may not be stored yet, and their numbers can then still go to events of another process.
          if (folded.has(sessionId)) behind.add(sessionId);
          onEvents(events);
        },
      });
      writers.set(sessionId, writer);
      return writer;
    },
    readSession: async (sessionId) => {
      // An event that cannot be stored now must not keep anyone from reading.
      await writers
        .get(sessionId)
        ?.flush()
        .catch(() => {});
      const summary = await store.getSession(sessionId);
      if (!summary) throw new AppError('not-found', 'This session does not exist.');
      let session = keepNewer(createSession(sessionId));
      let isAllStored = true;
      for (;;) {
        // What is appended while this is read may be behind again.
        behind.delete(sessionId);
        const events = await store.read(sessionId, session.seq);
        if (events.length === 0) {
          // The store appends the others later, by itself.
          if (!isAllStored) behind.add(sessionId);
          return session;
        }
        // Later ones may not be stored yet. Their numbers can then still go to events of another process.
        const stored = events.filter(({ seq }) => seq <= summary.lastSeq);
        isAllStored &&= stored.length === events.length;
        const kept = stored.length > 0 ? keepNewer(applyEvents(session, stored)) : session;
        session = applyEvents(
          kept,
          events.filter(({ seq }) => seq > kept.seq),
        );
      }
    },
    peekSession: (sessionId) => (behind.has(sessionId) ? null : (folded.get(sessionId) ?? null)),
    forget: (sessionId) => {
      writers.delete(sessionId);
      folded.delete(sessionId);
      behind.delete(sessionId);
    },
    flush: async () => {
      await Promise.all([...writers.values()].map((writer) => writer.flush()));
    },
  };
}
