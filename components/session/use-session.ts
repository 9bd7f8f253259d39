'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { openEventFeed } from '../../lib/stream/event-feed.ts';
import {
  createSessionStore,
  type SessionSnapshot,
  type SessionStore,
} from '../../lib/stream/session-store.ts';
import { followWhileVisible } from './follow-while-visible.ts';

interface Opened {
  sessionId: string;
  store: SessionStore;
  /** What the server draws. */
  empty: SessionSnapshot;
}

/** Opened while the page is being drawn for the first time, and not taken over yet. One at most. */
let early: Opened | null = null;

/** The session, live. */
export function useSession(sessionId: string): SessionSnapshot {
  const [{ store, empty }] = useState(() => open(sessionId));
  const snapshot = useSyncExternalStore(store.subscribe, store.getSnapshot, () => empty);
  useEffect(() => {
    early = null;
    return followWhileVisible(store);
  }, [store]);
  return snapshot;
}

/** In the browser the feed is begun here: it comes while the page is made ready, which takes as long. */
function open(sessionId: string): Opened {
  if (early?.sessionId === sessionId) return early;
  const store = createSessionStore({ sessionId, openFeed: openEventFeed });
  const opened = { sessionId, store, empty: store.getSnapshot() };
  if (typeof document === 'undefined' || document.hidden) return opened;
  early?.store.pause();
  early = opened;
  store.resume();
  return opened;
}
