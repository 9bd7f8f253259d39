/** How long a stream stays quiet at most, milliseconds: the page takes a silent connection for a dead one. */
const HEARTBEAT_MS = 15_000;
const HEARTBEAT = 'event: heartbeat\ndata: {}\n\n';

/** Chunks as the body of an event stream. Pulled, not pushed: a slow reader makes the log wait, not the memory grow. */
export function toEventStream(chunks: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const begin = () => {
    const next = chunks.next();
    // It may fail while a slow reader is waited for, who is told at the next pull.
    next.catch(() => {});
    return next;
  };
  let pending = begin();
  return new ReadableStream({
    async pull(controller) {
      const next = await orQuiet(pending);
      if (next === 'quiet') return controller.enqueue(encoder.encode(HEARTBEAT));
      if (next.done) return controller.close();
      controller.enqueue(encoder.encode(next.value));
      pending = begin();
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}

async function orQuiet<T>(pending: Promise<T>): Promise<T | 'quiet'> {
  let timer: NodeJS.Timeout | undefined;
  const quiet = new Promise<'quiet'>((resolve) => {
    timer = setTimeout(resolve, HEARTBEAT_MS, 'quiet');
  });
  return Promise.race([pending, quiet]).finally(() => clearTimeout(timer));
}
