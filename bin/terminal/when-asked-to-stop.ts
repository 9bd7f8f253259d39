import { whenNpmEnds } from '../setup/when-npm-ends.mjs';

/**
 * Resolves when the process is asked to end: by a signal, by the launcher that started it going away, or by the
 * npm that started it going away.
 */
export function whenAskedToStop(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => resolve();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
    process.once('disconnect', stop);
    // Listening alone must not keep a finished command alive.
    process.channel?.unref();
    whenNpmEnds(stop);
  });
}
