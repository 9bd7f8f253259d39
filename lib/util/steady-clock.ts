/**
 * Whether to believe the system's clock: it may be wrong after a start without a battery, or be set by mistake, until it is
 * put right. What cannot be undone waits until it has run evenly for a while.
 */

/** Differs from an even run by no more than this between two looks, milliseconds. */
const EVEN_MS = 60_000;

export interface SteadyClock {
  /** To be called now and then: whether the clock has run evenly for long enough, as far as calls have seen. */
  look(now: number, elapsed: number): boolean;
}

/** `steadyMs` is how long it has to run evenly. */
export function createSteadyClock(steadyMs: number): SteadyClock {
  let last: { offset: number; evenSince: number } | null = null;
  return {
    look: (now, elapsed) => {
      const offset = now - elapsed;
      const isEven = last !== null && Math.abs(offset - last.offset) <= EVEN_MS;
      last = { offset, evenSince: last && isEven ? last.evenSince : elapsed };
      return elapsed - last.evenSince >= steadyMs;
    },
  };
}
