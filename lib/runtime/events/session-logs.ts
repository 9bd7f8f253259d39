/** The logs of sessions: one writer each, and the session folded from what it holds. */
import type { Event, EventBody } from '../protocol/event.ts';
import { applyEvents } from '../session/apply-event.ts';
import { createSession, type Session } from '../session/session.ts';
import type { Store } from '../store/store.ts';
import { AppError } from '../util/app-error.ts';
import { createEventWriter, type EventWriter } from './event-writer.ts';

export interface SessionLogs {
  writerOf(sessionId: string): EventWriter;
  /** The session folded from its log, or on from what was folded `from` it. Throws AppError `not-found`. */
  readSession(sessionId: string, from?: Session): Promise<Session>;
  /** Drops the writer of a session that was deleted. */
  forget(sessionId: string): void;
  /** Resolves when everything written is stored. */
  flush(): Promise<void>;
}

/** `onEvents` is told of each session's events in order, once they are stored. It must not throw. */
export function createSessionLogs(
  store: Store,
  onEvents: (events: readonly Event[]) => void = () => {},
): SessionLogs {
  const writers = new Map<string, EventWriter>();

  async function append(sessionId: string, bodies: EventBody[]): Promise<Event[]> {
    const events = await store.append(sessionId, bodies);
    onEvents(events);
    return events;
  }

  return {
    writerOf: (sessionId) => {
      const present = writers.get(sessionId);
      if (present) return present;
      const writer = createEventWriter((bodies) => append(sessionId, bodies));
      writers.set(sessionId, writer);
      return writer;
    },
    readSession: async (sessionId, from = createSession(sessionId)) => {
      if (!(await store.getSession(sessionId)))
        throw new AppError('not-found', 'This session does not exist.');
      await writers.get(sessionId)?.flush();
      let session = from;
      for (;;) {
        const events = await store.read(sessionId, session.seq);
        if (events.length === 0) return session;
        session = applyEvents(session, events);
      }
    },
    forget: (sessionId) => void writers.delete(sessionId),
    flush: async () => {
      await Promise.all([...writers.values()].map((writer) => writer.flush()));
    },
  };
}
