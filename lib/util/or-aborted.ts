/** Waits for a promise, but no longer than until the signal aborts: then resolves to null. */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | null> {
  let release = () => {};
  const aborted = new Promise<null>((resolve) => {
    release = () => resolve(null);
    if (signal.aborted) release();
    else signal.addEventListener('abort', release, { once: true });
  });
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', release));
}

/** As {@link orAborted}, but then rejects with the signal's reason. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  await orAborted(promise, signal);
  signal.throwIfAborted();
  return promise;
}
