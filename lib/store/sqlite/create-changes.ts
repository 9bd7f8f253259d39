/** Wakes readers that follow a session: at once for appends of this process, by polling for those of others. */
import type { Changes } from '../store.ts';

/** How often another process's commits are looked for while someone waits, milliseconds. */
const POLL_MS = 50;

export function createChanges(readDataVersion: () => number): Changes & { dispose(): void } {
  const waiters = new Set<{ sessionId: string; done: () => void }>();
  let version = readDataVersion();
  let timer: NodeJS.Timeout | null = null;
  let count = 0;

  function poll(): void {
    const current = readDataVersion();
    if (current === version) return;
    version = current;
    wake();
  }

  /** Wakes those who wait for the session, or everyone. */
  function wake(sessionId?: string): void {
    count += 1;
    for (const waiter of waiters)
      if (sessionId === undefined || waiter.sessionId === sessionId) waiter.done();
  }

  return {
    wake,
    count: () => count,
    next: (sessionId, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const done = () => {
          signal.removeEventListener('abort', done);
          waiters.delete(waiter);
          if (waiters.size === 0 && timer) {
            clearInterval(timer);
            timer = null;
          }
          resolve();
        };
        const waiter = { sessionId, done };
        signal.addEventListener('abort', done, { once: true });
        waiters.add(waiter);
        timer ??= setInterval(poll, POLL_MS);
      }),
    dispose: () => wake(),
  };
}
