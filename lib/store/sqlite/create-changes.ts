/** Wakes readers that follow a session: at once for appends of this process, by polling for those of others. */
import type { Changes } from '../store.ts';

/** How often another process's commits are looked for while someone waits, milliseconds. */
const POLL_MS = 50;

export function createChanges(readDataVersion: () => number): Changes & { dispose(): void } {
  const waiters = new Map<string, Set<() => void>>();
  let version = readDataVersion();
  let timer: NodeJS.Timeout | null = null;
  let count = 0;

  function poll(): void {
    const current = readDataVersion();
    if (current === version) return;
    version = current;
    count += 1;
    for (const sessionId of waiters.keys()) wake(sessionId);
  }

  function wake(sessionId: string): void {
    count += 1;
    for (const resolve of waiters.get(sessionId) ?? []) resolve();
  }

  function remove(sessionId: string, resolve: () => void): void {
    const set = waiters.get(sessionId);
    set?.delete(resolve);
    if (set?.size === 0) waiters.delete(sessionId);
    if (waiters.size === 0 && timer) {
      clearInterval(timer);
      timer = null;
    }
  }

  return {
    wake,
    count: () => count,
    next: (sessionId, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const done = () => {
          signal.removeEventListener('abort', done);
          remove(sessionId, done);
          resolve();
        };
        signal.addEventListener('abort', done, { once: true });
        waiters.set(sessionId, (waiters.get(sessionId) ?? new Set()).add(done));
        timer ??= setInterval(poll, POLL_MS);
      }),
    dispose: () => {
      for (const sessionId of waiters.keys()) wake(sessionId);
    },
  };
}
