/** Counts down to the time limit of one execution. It tells when the limit is near, and can be given more time. */

/** How long before the limit it is announced, milliseconds; for short limits, at half of them. */
const LEAD_MS = 30_000;
/** A longer timer would fire at once (Node.js timers documentation). */
const MAX_TIMER_MS = 2 ** 31 - 1;

export interface CellClockOptions {
  limitMs: number;
  /** Called when the limit is near, and when it was moved; `stopsAt` is milliseconds since 1970. */
  onLimit: (limit: { stopsAt: number; extendedMs?: number }) => void;
  /** Called at the limit, with all the time the execution was given, milliseconds. */
  onExpired: (limitMs: number) => void;
}

export interface CellClock {
  extend(byMs: number): void;
  /** Stops counting, until `resume`. */
  pause(): void;
  resume(): void;
  stop(): void;
}

/** Starts counting. */
export function createCellClock({ limitMs, onLimit, onExpired }: CellClockOptions): CellClock {
  const leadMs = Math.min(LEAD_MS, limitMs / 2);
  let allowedMs = limitMs;
  let leftMs = limitMs;
  let startedAt = 0;
  let isPaused = false;
  let isTold = false;
  let timers: NodeJS.Timeout[] = [];

  function tell(extendedMs?: number): void {
    isTold = true;
    const stopsAt = Math.round(Date.now() + leftMs);
    onLimit(extendedMs === undefined ? { stopsAt } : { stopsAt, extendedMs });
  }

  function start(): void {
    startedAt = performance.now();
    const expire = setTimeout(() => onExpired(allowedMs), toTimerMs(leftMs));
    timers = isTold ? [expire] : [expire, setTimeout(warn, toTimerMs(leftMs - leadMs))];
  }

  function warn(): void {
    hold();
    tell();
    start();
  }

  /** Ends the timers and counts what they have taken. */
  function hold(): void {
    for (const timer of timers) clearTimeout(timer);
    if (!isPaused) leftMs -= performance.now() - startedAt;
  }

  start();
  return {
    extend: (byMs) => {
      hold();
      allowedMs += byMs;
      leftMs += byMs;
      if (!isPaused) start();
      tell(byMs);
    },
    pause: () => {
      hold();
      isPaused = true;
    },
    resume: () => {
      isPaused = false;
      start();
      if (isTold) tell();
    },
    stop: () => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

function toTimerMs(ms: number): number {
  return Math.min(Math.max(0, ms), MAX_TIMER_MS);
}
