'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { openEventFeed } from '../../lib/stream/event-feed.ts';
import { createSessionStore, type SessionSnapshot } from '../../lib/stream/session-store.ts';
import { followWhileVisible } from './follow-while-visible.ts';

/** The session, live. */
export function useSession(sessionId: string): SessionSnapshot {
  const [store] = useState(() => createSessionStore({ sessionId, openFeed: openEventFeed }));
  const snapshot = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot);
  useEffect(() => followWhileVisible(store), [store]);
  return snapshot;
}
