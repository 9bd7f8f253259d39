import type { Container } from '../../../../../lib/app/container.ts';
import { AppError } from '../../../../../lib/util/app-error.ts';
import { route } from '../../../handler.ts';
import { toEventStream } from '../../../to-event-stream.ts';

/**
 * The log as server-sent events. Each message holds a batch of events as a JSON array, its id is the last
 * sequence number; `event: ready` follows once the history as of the request is sent, `event: heartbeat` comes
 * while nothing happens.
 */
export const GET = route('readEvents', async ({ request, params, query, container }) => {
  const summary = await container.getSession(params.sessionId);
  if (!summary) throw new AppError('not-found', 'This session does not exist.');
  const after = request.headers.get('last-event-id') ?? query.after ?? '0';
  const afterSeq = /^\d{1,15}$/.test(after) ? Number(after) : 0;
  const signal = AbortSignal.any([request.signal, container.closing]);
  // Whoever has a notebook open may want to know whether it reproduces.
  container.keepWarmApart();
  return {
    body: toEventStream(
      encode(container, { sessionId: summary.id, afterSeq, lastSeq: summary.lastSeq, signal }),
    ),
    headers: { 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' },
  };
});

interface EncodeOptions {
  sessionId: string;
  afterSeq: number;
  lastSeq: number;
  signal: AbortSignal;
}

/** How long a browser waits before it reconnects, milliseconds (HTML standard, server-sent events). */
const RECONNECT = 'retry: 1000\n\n';

async function* encode(container: Container, options: EncodeOptions): AsyncGenerator<string> {
  const { sessionId, afterSeq, lastSeq, signal } = options;
  const ready = 'event: ready\ndata: {}\n\n';
  let isReady = afterSeq >= lastSeq;
  const leave = container.runtime.inputs.addReader(sessionId);
  signal.addEventListener('abort', leave, { once: true });
  try {
    yield isReady ? RECONNECT + ready : RECONNECT;
    for await (const events of container.store.tail(sessionId, afterSeq, signal)) {
      const seq = events.at(-1)?.seq ?? 0;
      yield `id: ${seq}\ndata: ${JSON.stringify(events)}\n\n`;
      if (!isReady && seq >= lastSeq) {
        isReady = true;
        yield ready;
      }
    }
  } finally {
    leave();
  }
}
