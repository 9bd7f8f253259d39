import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { useSession } from '../../../components/pages/session/connection/use-session.ts';
import type { Event } from '../../../lib/protocol/events/event.ts';
import { LOCAL_USER } from '../../../lib/protocol/events/principal.ts';
import type { FeedHandlers } from '../../../lib/stream/event-feed.ts';
import { createSessionStore } from '../../../lib/stream/session-store.ts';

afterEach(() => vi.useRealTimers());

/** A store whose feed and frames the test drives. */
function createStore() {
  const feeds: FeedHandlers[] = [];
  const closed: FeedHandlers[] = [];
  const frames: (() => void)[] = [];
  const store = createSessionStore({
    sessionId: 's-1',
    openFeed: (_, handlers) => {
      feeds.push(handlers);
      return () => closed.push(handlers);
    },
    schedule: (task) => {
      frames.push(task);
      return () => frames.splice(frames.indexOf(task), 1);
    },
  });
  let changes = 0;
  store.subscribe(() => {
    changes += 1;
  });
  const feed = () => feeds.at(-1) ?? expect.fail('no feed is open');
  return { store, feed, feeds, closed, frames, countChanges: () => changes };
}

function rename(seq: number): Event {
  return { type: 'session-rename', title: `title ${seq}`, sessionId: 's-1', seq, at: seq, by: LOCAL_USER };
}

test('the history is shown at once, when it is complete', () => {
  const { store, feed, countChanges } = createStore();
  store.resume();
  feed().onEvents([rename(1)]);
  feed().onEvents([rename(2)]);
  expect(countChanges()).toBe(0);
  feed().onReady();
  expect(store.getSnapshot()).toMatchObject({ connection: 'live', session: { title: 'title 2', seq: 2 } });
  expect(countChanges()).toBe(1);
});

test('live events are folded once a frame', () => {
  const { store, feed, frames, countChanges } = createStore();
  store.resume();
  feed().onReady();
  feed().onEvents([rename(1)]);
  feed().onEvents([rename(2), rename(3)]);
  expect(frames).toHaveLength(1);
  expect(store.getSnapshot().session.seq).toBe(0);
  frames[0]?.();
  expect(store.getSnapshot().session.title).toBe('title 3');
  expect(countChanges()).toBe(2);
});

test('a resumed feed starts after the last event, and what it repeats is ignored', () => {
  const { store, feed, feeds, closed } = createStore();
  store.resume();
  feed().onEvents([rename(1), rename(2)]);
  feed().onReady();
  store.pause();
  expect(closed).toHaveLength(1);
  store.resume();
  store.resume();
  expect(feeds).toHaveLength(2);
  expect(feed().getSeq()).toBe(2);
  feed().onEvents([rename(2), rename(3)]);
  feed().onReady();
  expect(store.getSnapshot().session.seq).toBe(3);
});

test('a dropped connection is told, and so is its return', () => {
  const { store, feed } = createStore();
  store.resume();
  feed().onDrop();
  expect(store.getSnapshot().connection).toBe('loading');
  feed().onReady();
  feed().onDrop();
  expect(store.getSnapshot().connection).toBe('reconnecting');
  feed().onReady();
  expect(store.getSnapshot().connection).toBe('live');
});

test('a deleted session ends the feed for good', () => {
  const { store, feed, feeds, closed } = createStore();
  store.resume();
  feed().onEnd('missing');
  expect(store.getSnapshot().connection).toBe('missing');
  expect(closed).toHaveLength(1);
  store.resume();
  expect(feeds).toHaveLength(1);
});

test('a page that is discarded before it appears gives its connection back within two seconds', () => {
  vi.useFakeTimers();
  const sources = new Set<object>();
  class Source extends EventTarget {
    constructor() {
      super();
      sources.add(this);
    }
    close() {
      sources.delete(this);
    }
  }
  vi.stubGlobal('EventSource', Source);
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  const Page = () => useSession('s-1').connection;
  // As in a browser that starts over: rendered, and never mounted.
  expect(renderToString(createElement(Page))).toBe('loading');
  expect(sources.size).toBe(1);
  vi.advanceTimersByTime(2000);
  expect(sources.size).toBe(0);
});
