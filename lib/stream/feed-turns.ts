/** Feeds of several sessions over a few connections: a browser allows six to one host, for all of its tabs together. */
import type { OpenFeed } from './event-feed.ts';

/** Short enough for a page that looks live, long enough not to connect all the time. */
const TURN_MS = 400;

interface FeedTurnsOptions {
  /** How many feeds are connected at a time. */
  connections: number;
  openFeed: OpenFeed;
}

interface Feed {
  /** Connects it, and returns the function that ends that. */
  connect: () => () => void;
  /** Null while it waits for its turn. */
  disconnect: (() => void) | null;
  /** Whether it has all events that there were when it was connected. */
  isReady: boolean;
}

/**
 * Opens feeds of which at most `connections` are connected at a time. More than that take turns: one that has caught up makes
 * room for the one that has waited longest, and resumes after its last event when it comes round again.
 */
export function createFeedTurns({ connections, openFeed }: FeedTurnsOptions): OpenFeed {
  /** Those that are connected come first, the one that has been so for longest before the others. */
  let feeds: readonly Feed[] = [];
  let isTurnSet = false;

  const fill = () => {
    for (const feed of feeds.slice(0, connections)) feed.disconnect ??= feed.connect();
    if (isTurnSet || feeds.length <= connections) return;
    isTurnSet = true;
    setTimeout(turn, TURN_MS);
  };

  const turn = () => {
    isTurnSet = false;
    const done = feeds.slice(0, connections).find(({ isReady }) => isReady);
    if (done && feeds.length > connections) {
      leave(done);
      feeds = [...feeds, done];
    }
    fill();
  };

  const leave = (feed: Feed) => {
    feed.disconnect?.();
    feed.disconnect = null;
    feed.isReady = false;
    feeds = feeds.filter((each) => each !== feed);
  };

  return (sessionId, handlers) => {
    const close = () => {
      leave(feed);
      fill();
    };
    const feed: Feed = {
      disconnect: null,
      isReady: false,
      connect: () =>
        openFeed(sessionId, {
          ...handlers,
          onReady: () => {
            feed.isReady = true;
            handlers.onReady();
          },
          onDrop: () => {
            feed.isReady = false;
            handlers.onDrop();
          },
        }),
    };
    feeds = [...feeds, feed];
    fill();
    return close;
  };
}
