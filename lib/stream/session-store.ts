/** A session kept up to date from its event feed, for `useSyncExternalStore`: one change per animation frame. */
import type { Event } from '../protocol/events/event.ts';
import { applyEvents } from '../session/fold/apply-event.ts';
import { createSession, type Session } from '../session/session.ts';
import type { FeedEnd, OpenFeed } from './event-feed.ts';

/** `loading` until the history was read once; `reconnecting` while a dropped connection is opened again. */
export type Connection = 'loading' | 'live' | 'reconnecting' | FeedEnd;

export interface SessionSnapshot {
  readonly session: Session;
  readonly connection: Connection;
}

export interface SessionStore {
  /** The same object until something changed. */
  getSnapshot(): SessionSnapshot;
  /** Returns the function that removes the listener. */
  subscribe(listener: () => void): () => void;
  /** Opens the feed after the last event received; does nothing while it is open or has ended. */
  resume(): void;
  /** Closes the feed and keeps what was received. */
  pause(): void;
}

export interface SessionStoreOptions {
  sessionId: string;
  openFeed: OpenFeed;
  /** Runs `task` soon; returns the function that cancels it. Default: the next animation frame. */
  schedule?: (task: () => void) => () => void;
}

export function createSessionStore(options: SessionStoreOptions): SessionStore {
  const { sessionId, openFeed, schedule = onNextFrame } = options;
  const listeners = new Set<() => void>();
  let snapshot: SessionSnapshot = { session: createSession(sessionId), connection: 'loading' };
  let pending: Event[] = [];
  let lastSeq = 0;
  let cancelFlush: (() => void) | null = null;
  let closeFeed: (() => void) | null = null;

  const publish = (connection: Connection) => {
    cancelFlush?.();
    cancelFlush = null;
    const session = applyEvents(snapshot.session, pending);
    pending = [];
    snapshot = { session, connection };
    for (const listener of listeners) listener();
  };

  const receive = (events: readonly Event[]) => {
    // A resumed feed may repeat events that were already on their way.
    const fresh = events.filter((event) => event.seq > lastSeq);
    pending.push(...fresh);
    lastSeq = fresh.at(-1)?.seq ?? lastSeq;
    // The history is shown at once, when it is complete.
    if (snapshot.connection !== 'loading') cancelFlush ??= schedule(() => publish(snapshot.connection));
  };

  const pause = () => {
    closeFeed?.();
    closeFeed = null;
  };

  const resume = () => {
    if (closeFeed || hasEnded(snapshot.connection)) return;
    closeFeed = openFeed(sessionId, {
      getSeq: () => lastSeq,
      onEvents: receive,
      onReady: () => publish('live'),
      onDrop: () => publish(snapshot.connection === 'loading' ? 'loading' : 'reconnecting'),
      onEnd: (end) => {
        pause();
        publish(end);
      },
    });
  };

  return {
    getSnapshot: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    resume,
    pause,
  };
}

function hasEnded(connection: Connection): boolean {
  return connection === 'missing' || connection === 'signed-out';
}

/** A hidden tab draws no frames, but its title still tells how things stand. */
const MAX_FRAME_MS = 500;

function onNextFrame(task: () => void): () => void {
  const cancel = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  const run = () => {
    cancel();
    task();
  };
  const frame = requestAnimationFrame(run);
  const timer = setTimeout(run, MAX_FRAME_MS);
  return cancel;
}
