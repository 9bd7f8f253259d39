'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { type OpenFeed, openEventFeed } from '../../../../lib/stream/event-feed.ts';
import { createFeedTurns } from '../../../../lib/stream/feed-turns.ts';
import {
  createSessionStore,
  type SessionSnapshot,
  type SessionStore,
} from '../../../../lib/stream/session-store.ts';
import { followWhileVisible } from './follow-while-visible.ts';

interface OpenSession {
  store: SessionStore;
  /** What the server renders. */
  empty: SessionSnapshot;
  /** Follows the session until the returned function is called. */
  follow: () => () => void;
}

/**
 * How long a feed waits for the page that it was opened for. Short, as it holds one of the browser's six connections to
 * the server; a page that comes later resumes it.
 */
const UNCLAIMED_MS = 2000;

/** The session, live. */
export function useSession(sessionId: string): SessionSnapshot {
  const [{ store, empty, follow }] = useState(() => openSession(sessionId));
  useEffect(() => follow(), [follow]);
  return useSyncExternalStore(store.subscribe, store.getSnapshot, () => empty);
}

/** With the feed of the page's own session, they leave connections for requests and for another tab. */
const MAX_CONNECTIONS = 3;

/** Several sessions, live, in this order: always the same ones. The same array until one of them changed. */
export function useSessions(sessionIds: readonly string[]): readonly SessionSnapshot[] {
  const [group] = useState(() => openSessions(sessionIds));
  useEffect(() => group.follow(), [group]);
  return useSyncExternalStore(group.subscribe, group.getSnapshots, () => group.empty);
}

function openSessions(sessionIds: readonly string[]) {
  const openFeed = createFeedTurns({ connections: MAX_CONNECTIONS, openFeed: openEventFeed });
  const open = sessionIds.map((sessionId) => openSession(sessionId, openFeed));
  const all = (call: (each: OpenSession) => () => void) => {
    const ends = open.map(call);
    return () => {
      for (const end of ends) end();
    };
  };
  let snapshots = open.map(({ store }) => store.getSnapshot());
  return {
    empty: snapshots,
    follow: () => all(({ follow }) => follow()),
    subscribe: (listener: () => void) => all(({ store }) => store.subscribe(listener)),
    getSnapshots: () => {
      const next = open.map(({ store }) => store.getSnapshot());
      if (next.some((each, index) => each !== snapshots[index])) snapshots = next;
      return snapshots;
    },
  };
}

/**
 * In the browser the feed is opened here, so it arrives while the page is being prepared, which takes as long. React may
 * discard what it was rendering and start over; the feed of a page that never appears is paused.
 */
function openSession(sessionId: string, openFeed: OpenFeed = openEventFeed): OpenSession {
  const store = createSessionStore({ sessionId, openFeed });
  const empty = store.getSnapshot();
  let unclaimed: ReturnType<typeof setTimeout> | undefined;
  if (typeof document !== 'undefined' && !document.hidden) {
    store.resume();
    unclaimed = setTimeout(store.pause, UNCLAIMED_MS);
  }
  const follow = () => {
    clearTimeout(unclaimed);
    return followWhileVisible(store);
  };
  return { store, empty, follow };
}
