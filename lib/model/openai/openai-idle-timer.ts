/** Aborts a request whose stream went silent; also aborts when the caller's signal does. */
export function createIdleTimer(timeoutMs: number, signal: AbortSignal) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  let timer: NodeJS.Timeout | undefined;

  return {
    signal: controller.signal,
    /** The same items; every one restarts the timer. */
    async *watch<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
      timer = setTimeout(abort, timeoutMs);
      for await (const item of items) {
        clearTimeout(timer);
        yield item;
        if (!controller.signal.aborted) timer = setTimeout(abort, timeoutMs);
      }
      // The SDK ends an aborted stream without an error.
      controller.signal.throwIfAborted();
    },
    /** Also ends a request that is still read. */
    stop: () => {
      clearTimeout(timer);
      abort();
      signal.removeEventListener('abort', abort);
    },
  };
}
