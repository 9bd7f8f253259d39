/**
 * Watches over one execution: its time limit, and the ladder that stops it, which is interrupt, interrupt again,
 * then a new kernel process. A pending `await` in ipykernel ignores the first interrupt until a message wakes it;
 * code that catches every exception ignores them all. An execution that the kernel does not even begin goes down
 * the same ladder once the kernel gives no other sign of life.
 */
import { type CellClock, createCellClock } from './cell-clock.ts';
import type { Execution, Interruption } from './execution.ts';

const SECOND_INTERRUPT_MS = 2_000;
const RESTART_MS = 5_000;
/** Wait for an execution to begin before the kernel is asked whether it lives, and again after each sign of life. */
const SILENCE_MS = 15_000;

export interface Supervisor {
  /** Starts down the ladder; only the first call counts. */
  stop(interruption: Interruption): void;
  /** Moves the time limit. False when there is none to move any more. */
  extend(byMs: number): boolean;
  /** Must be called when the execution has ended. */
  release(): void;
}

export interface SupervisorOptions {
  execution: Execution;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  interrupt: () => Promise<void>;
  restart: (reason: string) => Promise<void>;
  /** Whether the kernel process gives a sign of life, even while it is busy. */
  isAlive: () => Promise<boolean>;
}

export function superviseExecution(options: SupervisorOptions): Supervisor {
  const { execution, signal, timeoutMs } = options;
  const timers: NodeJS.Timeout[] = [];
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
    later(SECOND_INTERRUPT_MS, interruptAgain);
    later(SECOND_INTERRUPT_MS + RESTART_MS, () => giveUp(interruption));
  }

  async function interruptAgain(): Promise<void> {
    // The kernel is done with the code: what is left is on its way.
    if (execution.reply) return;
    if (execution.isHeld) later(SECOND_INTERRUPT_MS, interruptAgain);
    else await options.interrupt();
  }

  /** A flood of output takes its time to arrive after the code was stopped, and the kernel's answer comes after it. */
  async function giveUp(interruption: Interruption, seenCount = -1): Promise<void> {
    const { reply, receivedCount, isHeld } = execution;
    if (isHeld || (reply && receivedCount > seenCount))
      later(RESTART_MS, () => giveUp(interruption, receivedCount));
    else await options.restart(toReason(interruption));
  }

  async function checkSilence(): Promise<void> {
    if (execution.hasStarted || isStopping) return;
    if (await options.isAlive()) later(SILENCE_MS, checkSilence);
    else stop({ status: 'interrupted', reason: 'The kernel did not respond.' });
  }

  const onAbort = () => stop({ status: 'interrupted' });
  later(SILENCE_MS, checkSilence);
  const clock = timeoutMs === undefined ? null : createClock(execution, timeoutMs, stop);
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();

  return {
    stop,
    extend: (byMs) => {
      if (!clock || isStopping || execution.isEnded) return false;
      clock.extend(byMs);
      return true;
    },
    release: () => {
      clock?.stop();
      for (const timer of timers) clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
}

function createClock(execution: Execution, limitMs: number, stop: Supervisor['stop']): CellClock {
  const clock = createCellClock({
    limitMs,
    onLimit: (limit) => execution.announceLimit(limit),
    onExpired: (allowedMs) => {
      stop({ status: 'timed-out', reason: `The cell ran longer than its limit of ${allowedMs / 1000} s.` });
    },
  });
  // Code that waits for the user does nothing meanwhile.
  execution.questions.whileWaiting((isWaiting) => (isWaiting ? clock.pause() : clock.resume()));
  return clock;
}

function toReason(interruption: Interruption): string {
  const cause = interruption.reason ?? 'The cell was stopped.';
  return `${cause} It did not respond to interrupts, so the kernel was restarted: all variables were lost.`;
}
