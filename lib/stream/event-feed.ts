/**
 * The browser's end of `GET /api/sessions/:id/events`: at most one EventSource, resumed by sequence number.
 * A message is a JSON array of events; the message `ready` follows the last one of the history.
 */
import type { Event } from '../protocol/event.ts';

/** `missing`: no such session. `signed-out`: the login is gone. Both end the feed for good. */
export type FeedEnd = 'missing' | 'signed-out';

export interface FeedHandlers {
  /** The sequence number to resume after. */
  getSeq(): number;
  onEvents(events: readonly Event[]): void;
  onReady(): void;
  /** The connection dropped; it is being opened again. */
  onDrop(): void;
  onEnd(end: FeedEnd): void;
}

/** Opens a feed and returns the function that closes it. */
export type OpenFeed = (sessionId: string, handlers: FeedHandlers) => () => void;

const MIN_RETRY_MS = 500;
const MAX_RETRY_MS = 10_000;

/** Follows a session with the browser's EventSource, which itself reconnects after a dropped connection. */
export function openEventFeed(sessionId: string, handlers: FeedHandlers): () => void {
  let source: EventSource | null = null;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = MIN_RETRY_MS;
  let closed = false;

  const open = () => {
    source = new EventSource(`/api/sessions/${sessionId}/events?after=${handlers.getSeq()}`);
    source.onmessage = (message: MessageEvent<string>) => handlers.onEvents(JSON.parse(message.data));
    source.addEventListener('ready', () => {
      retryMs = MIN_RETRY_MS;
      handlers.onReady();
    });
    source.onerror = () => {
      handlers.onDrop();
      // An answer other than 200 closes an EventSource for good, without telling which answer it was.
      if (source?.readyState === EventSource.CLOSED) void reopen();
    };
  };

  const reopen = async () => {
    const end = await findEnd(sessionId);
    if (closed) return;
    if (end) return handlers.onEnd(end);
    retryTimer = setTimeout(open, retryMs);
    retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
  };

  open();
  return () => {
    closed = true;
    clearTimeout(retryTimer);
    source?.close();
  };
}

/** Why the session cannot be followed any more, or null when trying again makes sense. */
async function findEnd(sessionId: string): Promise<FeedEnd | null> {
  try {
    const { status } = await fetch(`/api/sessions/${sessionId}`, { cache: 'no-store' });
    if (status === 404) return 'missing';
    return status === 401 ? 'signed-out' : null;
  } catch {
    return null;
  }
}
