/** A clock that a test sets. */
import type { Clock } from '../../../lib/schedules/clock.ts';

export interface TestClock extends Clock {
  set(time: string): void;
}

/** Nobody waits by it: tests look themselves. */
export function createTestClock(time: string): TestClock {
  let now = Date.parse(time);
  return {
    now: () => now,
    set: (next) => {
      now = Date.parse(next);
    },
    wait: (_, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) resolve();
        signal.addEventListener('abort', () => resolve(), { once: true });
      }),
  };
}
