/**
 * Watches over one execution: its time limit, and the ladder that stops it, which is interrupt, interrupt again,
 * then a new kernel process. A user who stopped it is asked before that last step, because variables are lost with it. A pending `await` in ipykernel ignores the first interrupt until a message wakes it;
 * code that catches every exception ignores them all. An execution that the kernel does not even begin goes down
 * the same ladder once the kernel gives no other sign of life.
 */
import { isPatientStop } from '../../util/patient-stop.ts';
import { type CellClock, createCellClock } from './cell-clock.ts';
import type { Execution, Interruption } from './execution.ts';

const SECOND_INTERRUPT_MS = 2_000;
const RESTART_MS = 5_000;
/** Wait for an execution to begin before the kernel is asked whether it lives, and again after each sign of life. */
const SILENCE_MS = 15_000;

export interface Supervisor {
  /** Starts down the ladder; only the first call counts. */
  stop(interruption: Interruption): void;
  /** An execution that was stopped is not waited for any longer: the ladder continues to its end. */
  insist(): void;
  /** The user interrupts again what did not react: if that does not help either, it is announced again. */
  retry(): void;
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
  /** Why the process may be replaced; null while that is the user's decision. */
  let final: Interruption | null = null;
  let isStuck = false;

  function later(ms: number, act: () => Promise<void>): void {
    // A failed attempt is not an error of the execution: the next step of the ladder is due anyway.
    timers.push(setTimeout(() => void act().catch(() => {}), ms));
  }

  function stop(interruption: Interruption, isPatient = false): void {
    if (isStopping) insist(interruption);
    if (isStopping || execution.isEnded) return;
    isStopping = true;
    if (!isPatient) final = interruption;
    execution.interruptAs(interruption);
    // Before its code runs an interrupt would hit nothing.
    void execution.started.then(() => {
      if (!execution.isEnded) return options.interrupt().catch(() => {});
    });
    later(SECOND_INTERRUPT_MS, interruptAgain);
    later(SECOND_INTERRUPT_MS + RESTART_MS, () => giveUp());
  }

  function insist(interruption: Interruption = { status: 'interrupted' }): void {
    if (!isStopping || final || execution.isEnded) return;
    final = interruption;
    execution.interruptAs(interruption);
    if (isStuck) later(RESTART_MS, () => giveUp());
  }

  function retry(): void {
    if (!isStuck || final) return;
    isStuck = false;
    later(SECOND_INTERRUPT_MS, () => giveUp());
  }

  async function interruptAgain(): Promise<void> {
    // The kernel is done with the code: what is left is on its way.
    if (execution.reply) return;
    if (execution.isHeld) later(SECOND_INTERRUPT_MS, interruptAgain);
    else await options.interrupt();
  }

  /** A flood of output takes its time to arrive after the code was stopped, and the kernel's answer comes after it. */
  async function giveUp(seenCount = -1): Promise<void> {
    const { reply, receivedCount, isHeld } = execution;
    if (isHeld || (reply && receivedCount > seenCount)) later(RESTART_MS, () => giveUp(receivedCount));
    else if (final) await options.restart(toReason(final));
    else {
      isStuck = true;
      execution.announceStuck();
    }
  }

  async function checkSilence(): Promise<void> {
    if (execution.hasStarted || isStopping) return;
    if (await options.isAlive()) later(SILENCE_MS, checkSilence);
    else stop({ status: 'interrupted', reason: 'The kernel did not respond.' });
  }

  const onAbort = () => stop({ status: 'interrupted' }, isPatientStop(signal));
  later(SILENCE_MS, checkSilence);
  const clock = timeoutMs === undefined ? null : createClock(execution, timeoutMs, stop);
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();

  return {
    stop,
    insist,
    retry,
    extend: (byMs) => {
      // A user who waits for it may give it time.
      if (!clock || (isStopping && final) || execution.isEnded) return false;
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
