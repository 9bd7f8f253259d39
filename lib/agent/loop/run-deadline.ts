/** The wall-clock limit of a run. What the user gives a cell, the run gets too. */

/** A longer timer would fire at once (Node.js timers documentation). */
const MAX_TIMER_MS = 2 ** 31 - 1;

export interface RunDeadline {
  /** Aborts at the limit. */
  readonly signal: AbortSignal;
  /** All the time the run was given, milliseconds. */
  readonly limitMs: number;
  readonly elapsedMs: number;
  extend(byMs: number): void;
  /** Stops the clock, if it is not stopped, until {@link resume}. */
  pause(): void;
  resume(): void;
  clear(): void;
}

/** Starts counting. */
export function createRunDeadline(limitMs: number, elapsedMs = 0): RunDeadline {
  const controller = new AbortController();
  const startedAt = performance.now() - elapsedMs;
  let allowedMs = limitMs;
  let pausedAt: number | null = null;
  let timer: NodeJS.Timeout | undefined;

  function extend(byMs: number): void {
    allowedMs += byMs;
    clearTimeout(timer);
    const leftMs = allowedMs - (performance.now() - startedAt);
    timer = setTimeout(() => controller.abort(), Math.min(Math.max(0, leftMs), MAX_TIMER_MS));
  }

  extend(0);
  return {
    signal: controller.signal,
    get limitMs() {
      return allowedMs;
    },
    get elapsedMs() {
      return performance.now() - startedAt;
    },
    extend,
    pause: () => {
      clearTimeout(timer);
      pausedAt ??= performance.now();
    },
    resume: () => {
      if (pausedAt === null) return;
      extend(Math.round(performance.now() - pausedAt));
      pausedAt = null;
    },
    clear: () => clearTimeout(timer),
  };
}
