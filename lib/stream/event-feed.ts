/**
 * The browser's end of `GET /api/sessions/:id/events`: at most one EventSource, resumed by sequence number.
 * A message is a JSON array of events; the message `ready` follows the last one of the history, and `heartbeat`
 * comes when there is nothing else to send.
 */
import type { Event } from '../protocol/events/event.ts';

/** `missing`: no such session. `signed-out`: the login is gone. Both end the feed for good. */
export type FeedEnd = 'missing' | 'signed-out';

export interface FeedHandlers {
  /** The sequence number to resume after. */
  getSeq(): number;
  onEvents(events: readonly Event[]): void;
  onReady(): void;
  /** The connection is lost or silent; it is being opened again. */
  onDrop(): void;
  onEnd(end: FeedEnd): void;
}

/** Opens a feed and returns the function that closes it. */
export type OpenFeed = (sessionId: string, handlers: FeedHandlers) => () => void;

/** What the feed needs of an EventSource. */
export interface FeedSource {
  addEventListener(type: string, listener: (message: globalThis.Event) => void): void;
  close(): void;
}

/** What the feed reaches the world by; each defaults to the browser's. */
export interface FeedEffects {
  connect?: (url: string) => FeedSource;
  /** Runs `task` after `delayMs`; returns the function that cancels it. */
  schedule?: (task: () => void, delayMs: number) => () => void;
  findEnd?: (sessionId: string) => Promise<FeedEnd | null>;
  /** Calls back when the connection may have died unnoticed; returns the function that ends this. */
  watch?: (wake: () => void) => () => void;
}

const MIN_RETRY_MS = 500;
const MAX_RETRY_MS = 5_000;
/** More than two heartbeats (15 s each): a connection silent for so long is taken for dead. */
const MAX_SILENCE_MS = 40_000;
/** How long the connection may take to answer that replaces one which may be dead. */
const MAX_WAKE_SILENCE_MS = 5_000;
const FIND_END_TIMEOUT_MS = 5_000;
const WAKE_CHECK_MS = 2_000;
/** Longer than a busy page lets a timer wait. */
const MAX_GAP_MS = 10_000;

/** Follows a session until it is closed or the session cannot be followed any more. */
export function openEventFeed(
  sessionId: string,
  handlers: FeedHandlers,
  { connect = connectSource, schedule = runLater, findEnd = askForEnd, watch = watchWake }: FeedEffects = {},
): () => void {
  let retryMs = MIN_RETRY_MS;
  let isClosed = false;
  let isAsking = false;
  let disconnect = () => {};
  let cancelTimer = () => {};

  const open = (maxSilenceMs = MAX_SILENCE_MS) => {
    const source = connect(`/api/sessions/${sessionId}/events?after=${handlers.getSeq()}`);
    disconnect = () => source.close();
    const listen = (type: string, react?: (data: string) => void) =>
      source.addEventListener(type, (message) => {
        expectMore();
        if (message instanceof MessageEvent) react?.(String(message.data));
      });
    expectMore(maxSilenceMs);
    listen('open');
    listen('heartbeat');
    listen('message', (data) => handlers.onEvents(JSON.parse(data)));
    listen('ready', () => {
      retryMs = MIN_RETRY_MS;
      handlers.onReady();
    });
    source.addEventListener('error', () => void reopen());
  };

  const expectMore = (maxSilenceMs = MAX_SILENCE_MS) => {
    cancelTimer();
    cancelTimer = schedule(() => void reopen(), maxSilenceMs);
  };

  // Every loss takes this way: left to itself, an EventSource tries a deleted session without telling why it failed.
  const reopen = async () => {
    disconnect();
    cancelTimer();
    isAsking = true;
    const end = await findEnd(sessionId);
    isAsking = false;
    if (isClosed) return;
    if (end) return handlers.onEnd(end);
    handlers.onDrop();
    cancelTimer = schedule(open, retryMs);
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
  };

  open();
  const unwatch = watch(() => {
    if (isClosed || isAsking) return;
    disconnect();
    cancelTimer();
    open(MAX_WAKE_SILENCE_MS);
  });
  return () => {
    isClosed = true;
    unwatch();
    cancelTimer();
    disconnect();
  };
}

/**
 * Calls back when the network is there again, and when time has passed that the page did not live through: the computer
 * slept. A hidden page, whose timers browsers slow down, does so once it is shown. Returns the function that ends this.
 */
export function watchWake(wake: () => void): () => void {
  let last = Date.now();
  const timer = setInterval(() => {
    if (document.hidden) return;
    const now = Date.now();
    if (now - last > MAX_GAP_MS) wake();
    last = now;
  }, WAKE_CHECK_MS);
  addEventListener('online', wake);
  return () => {
    clearInterval(timer);
    removeEventListener('online', wake);
  };
}

/** Why the session cannot be followed any more, or null when trying again makes sense. */
async function askForEnd(sessionId: string): Promise<FeedEnd | null> {
  try {
    const signal = AbortSignal.timeout(FIND_END_TIMEOUT_MS);
    const { status } = await fetch(`/api/sessions/${sessionId}`, { cache: 'no-store', signal });
    if (status === 404) return 'missing';
    return status === 401 ? 'signed-out' : null;
  } catch {
    return null;
  }
}

function connectSource(url: string): FeedSource {
  return new EventSource(url);
}

function runLater(task: () => void, delayMs: number): () => void {
  const timer = setTimeout(task, delayMs);
  return () => clearTimeout(timer);
}
