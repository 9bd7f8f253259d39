/**
 * The ladder that stops an execution: interrupt, interrupt again, then a new kernel process. A pending
 * `await` in ipykernel ignores the first interrupt until a message wakes it; code that catches every
 * exception ignores them all.
 */
import type { Execution, Interruption } from './execution.ts';
import { PausableTimer } from './pausable-timer.ts';

const SECOND_INTERRUPT_MS = 2_000;
const RESTART_MS = 5_000;

export interface Ladder {
  /** Starts down the ladder; only the first call counts. */
  stop(interruption: Interruption): void;
  /** Must be called when the execution has ended. */
  release(): void;
}

export interface LadderOptions {
  execution: Execution;
  signal?: AbortSignal;
  timeoutMs?: number;
  interrupt: () => Promise<void>;
  restart: (reason: string) => Promise<void>;
}

export function superviseExecution(options: LadderOptions): Ladder {
  const { execution, signal, timeoutMs } = options;
  const timers: NodeJS.Timeout[] = [];
  let limit: PausableTimer | null = null;
  let isStopping = false;

  function later(ms: number, act: () => Promise<void>): void {
    // A failed attempt is not an error of the execution: the next step of the ladder is due anyway.
    timers.push(setTimeout(() => void act().catch(() => {}), ms));
  }

  function stop(interruption: Interruption): void {
    if (isStopping || execution.isEnded) return;
    isStopping = true;
    execution.interruptAs(interruption);
    // Before its code runs an interrupt would hit nothing.
    void execution.started.then(() => {
      if (!execution.isEnded) return options.interrupt().catch(() => {});
    });
    later(SECOND_INTERRUPT_MS, options.interrupt);
    later(SECOND_INTERRUPT_MS + RESTART_MS, () => options.restart(toReason(interruption)));
  }

  const onAbort = () => stop({ status: 'interrupted' });
  if (timeoutMs !== undefined) {
    const reason = `The cell ran longer than its limit of ${timeoutMs / 1000} s.`;
    limit = new PausableTimer(timeoutMs, () => stop({ status: 'timed-out', reason }));
    // Code that waits for a person does nothing meanwhile.
    execution.whileWaiting((isWaiting) => (isWaiting ? limit?.pause() : limit?.resume()));
  }
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();

  return {
    stop,
    release: () => {
      for (const timer of timers) clearTimeout(timer);
      limit?.clear();
      signal?.removeEventListener('abort', onAbort);
    },
  };
}

function toReason(interruption: Interruption): string {
  const cause = interruption.reason ?? 'The cell was stopped.';
  return `${cause} It did not react to interrupts, so the kernel was restarted: all variables are gone.`;
}
