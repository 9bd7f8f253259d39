'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { openEventFeed } from '../../lib/stream/event-feed.ts';
import { createSessionStore, type SessionSnapshot } from '../../lib/stream/session-store.ts';

/**
 * The session, live. The feed is closed while the tab is hidden, because a browser gives all tabs together
 * six connections to one host; it goes on where it stopped when the tab is shown again.
 */
export function useSession(sessionId: string): SessionSnapshot {
  const [store] = useState(() => createSessionStore({ sessionId, openFeed: openEventFeed }));
  const snapshot = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot);
  useEffect(() => {
    const follow = () => (document.hidden ? store.pause() : store.resume());
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      store.pause();
    };
  }, [store]);
  return snapshot;
}
