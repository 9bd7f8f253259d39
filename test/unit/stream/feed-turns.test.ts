/** Several feeds over a few connections. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FeedHandlers } from '../../../lib/stream/event-feed.ts';
import { createFeedTurns } from '../../../lib/stream/feed-turns.ts';

const HANDLERS: FeedHandlers = {
  getSeq: () => 0,
  onEvents: () => {},
  onReady: () => {},
  onDrop: () => {},
  onEnd: () => {},
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Feeds that are connected, by session, oldest first. */
function openTurns(connections: number) {
  const connected = new Map<string, FeedHandlers>();
  const open = createFeedTurns({
    connections,
    openFeed: (sessionId, handlers) => {
      connected.set(sessionId, handlers);
      return () => connected.delete(sessionId);
    },
  });
  return {
    connected: () => [...connected.keys()].join(' '),
    open: (sessionId: string) => open(sessionId, HANDLERS),
    catchUp: () => {
      for (const { onReady } of connected.values()) onReady();
    },
    drop: (sessionId: string) => connected.get(sessionId)?.onDrop(),
  };
}

test('feeds take turns: one that has caught up makes room for the one that has waited longest', () => {
  const turns = openTurns(2);
  for (const name of ['a', 'b', 'c', 'd']) turns.open(name);
  expect(turns.connected()).toBe('a b');
  vi.advanceTimersByTime(60_000);
  expect(turns.connected()).toBe('a b');

  const seen: string[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    turns.catchUp();
    vi.advanceTimersByTime(1_000);
    seen.push(turns.connected());
  }
  expect(seen.join(' ').split(' ')).toEqual(expect.arrayContaining(['a', 'b', 'c', 'd']));
  expect(seen.every((names) => names.split(' ').length === 2)).toBe(true);
});

test('a feed that is closed leaves its place; few enough stay connected', () => {
  const turns = openTurns(2);
  const closeFirst = turns.open('a');
  turns.open('b');
  const closeThird = turns.open('c');
  closeFirst();
  expect(turns.connected()).toBe('b c');
  turns.catchUp();
  vi.advanceTimersByTime(10_000);
  expect(turns.connected()).toBe('b c');
  closeThird();
  expect(turns.connected()).toBe('b');
});

test('one that is being connected again keeps its place until it has caught up', () => {
  const turns = openTurns(1);
  turns.open('a');
  turns.open('b');
  turns.catchUp();
  turns.drop('a');
  vi.advanceTimersByTime(10_000);
  expect(turns.connected()).toBe('a');
});
