'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { type OpenFeed, openEventFeed } from '../../../../lib/stream/event-feed.ts';
import {
  createSessionStore,
  type SessionSnapshot,
  type SessionStore,
} from '../../../../lib/stream/session-store.ts';
import { followWhileVisible } from './follow-while-visible.ts';

export interface OpenSession {
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

/**
 * In the browser the feed is opened here, so it arrives while the page is being prepared, which takes as long. React may
 * discard what it was rendering and start over; the feed of a page that never appears is paused.
 */
export function openSession(sessionId: string, openFeed: OpenFeed = openEventFeed): OpenSession {
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
