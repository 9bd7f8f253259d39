'use client';

import { useEffect, useState, useSyncExternalStore } from 'react';
import { openEventFeed } from '../../../../lib/stream/event-feed.ts';
import { createFeedTurns } from '../../../../lib/stream/feed-turns.ts';
import type { SessionSnapshot } from '../../../../lib/stream/session-store.ts';
import { type OpenSession, openSession } from '../connection/use-session.ts';

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
