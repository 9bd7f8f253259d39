/** The clock that schedules go by, a port: clocks are set, machines sleep, and programs bring clocks of their own. */
import { setTimeout } from 'node:timers/promises';

export interface Clock {
  /** Milliseconds since 1970, as the machine believes. May jump in both directions. */
  now(): number;
  /** Resolves after about this many milliseconds, and once the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    wait: (ms, signal) => setTimeout(ms, undefined, { signal, ref: false }).catch(() => {}),
  };
}
