import type { Container } from '../../lib/app/container.ts';

interface StreamEventsOptions {
  sessionId: string;
  afterSeq: number;
  /** Of the log as of the request. */
  lastSeq: number;
  signal: AbortSignal;
}

/** How long a browser waits before it reconnects, milliseconds (HTML standard, server-sent events). */
const RECONNECT = 'retry: 1000\n\n';
const READY = 'event: ready\ndata: {}\n\n';

/**
 * The log as server-sent events. Each message holds a batch of events as a JSON array, its id is the last
 * sequence number; `event: ready` follows once the history as of the request is sent.
 */
export async function* streamEvents(
  container: Container,
  { sessionId, afterSeq, lastSeq, signal }: StreamEventsOptions,
): AsyncGenerator<string> {
  let isReady = afterSeq >= lastSeq;
  const leave = container.runtime.inputs.addReader(sessionId);
  signal.addEventListener('abort', leave, { once: true });
  try {
    yield isReady ? RECONNECT + READY : RECONNECT;
    for await (const events of container.runtime.follow(sessionId, afterSeq, signal)) {
      const seq = events.at(-1)?.seq ?? 0;
      yield `id: ${seq}\ndata: ${JSON.stringify(events)}\n\n`;
      if (!isReady && seq >= lastSeq) {
        isReady = true;
        yield READY;
      }
    }
  } finally {
    leave();
  }
}
