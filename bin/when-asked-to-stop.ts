/** How often a vanished parent is looked for, milliseconds. */
const PARENT_POLL_MS = 500;

/**
 * Resolves when the process is asked to end: by a signal, by the launcher that started it going away, or, under
 * `npm start`, by npm going away (npm ends its shell without telling us).
 */
export function whenAskedToStop(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => resolve();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
    process.once('disconnect', stop);
    // Listening alone must not keep a finished command alive.
    process.channel?.unref();
    if (process.env.npm_lifecycle_event) watchParent(stop);
  });
}

function watchParent(stop: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, PARENT_POLL_MS);
  timer.unref();
}
