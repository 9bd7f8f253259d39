/**
 * Events that could not be stored and must not be lost: how work ended that ended for that very reason. They are kept in
 * memory, shown to readers as if they were stored, and go into the log before anything else of their session does.
 */
import type { Event, EventBody } from '../../protocol/events/event.ts';
import { isAppError } from '../../util/app-error.ts';

/** How often storing them is tried again, milliseconds. */
const RETRY_MS = 1000;

export interface HeldEvents {
  /** In the order in which they come after the log's last event. */
  of(sessionId: string): readonly Event[];
  hold(sessionId: string, lastSeq: number, bodies: readonly EventBody[]): readonly Event[];
  /** Called once these are stored. */
  drop(sessionId: string, events: readonly Event[]): void;
  /** Tries to store all of them; gives up what still cannot be stored. */
  dispose(): Promise<void>;
}

/** `store` stores what is held of a session, and drops it. */
export function createHeldEvents(store: (sessionId: string) => Promise<void>): HeldEvents {
  const held = new Map<string, Event[]>();
  let timer: NodeJS.Timeout | null = null;

  async function storeAll(): Promise<void> {
    for (const sessionId of held.keys()) {
      await store(sessionId).catch((error: unknown) => {
        // If the session is gone, or another process has taken it over, they have no place any more.
        if (!isPassing(error)) held.delete(sessionId);
      });
    }
  }

  function tryAgain(): void {
    if (held.size === 0) return;
    timer = setTimeout(() => void storeAll().finally(tryAgain), RETRY_MS);
    timer.unref();
  }

  return {
    of: (sessionId) => held.get(sessionId) ?? [],
    hold: (sessionId, lastSeq, bodies) => {
      const before = held.get(sessionId) ?? [];
      const at = Date.now();
      const first = lastSeq + before.length + 1;
      const events = bodies.map((body, index) => ({ ...body, sessionId, seq: first + index, at }));
      if (held.size === 0) {
        held.set(sessionId, events);
        tryAgain();
      } else held.set(sessionId, [...before, ...events]);
      return events;
    },
    drop: (sessionId, events) => {
      const left = (held.get(sessionId) ?? []).slice(events.length);
      if (left.length > 0) held.set(sessionId, left);
      else held.delete(sessionId);
    },
    dispose: async () => {
      if (timer) clearTimeout(timer);
      await storeAll();
      held.clear();
    },
  };
}

const PASSING: ReadonlySet<string> = new Set(['disk-full', 'disk-failed', 'database-locked']);

/** Whether the same may be stored later. */
export function isPassing(error: unknown): boolean {
  return isAppError(error) && PASSING.has(error.code);
}
