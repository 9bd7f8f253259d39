/** Drives runs, each in this process until its `run-end` is stored. */

import type { EventBody } from '../../protocol/events/event.ts';
import type { Principal } from '../../protocol/events/principal.ts';
import { createId } from '../../protocol/id.ts';
import type { RunStart } from '../../protocol/runs/run.ts';
import { findRun, type Run } from '../../session/session.ts';
import { AppError, isAppError } from '../../util/app-error.ts';
import { PATIENT_STOP } from '../../util/patient-stop.ts';
import type { WorkLeases } from '../kernels/work-leases.ts';
import { type DriveDeps, driveRun } from './drive-run.ts';
import type { RunModels } from './run-models.ts';
import { createSteering, HAS_ENDED, type Steering, type SteerMessage } from './steering.ts';

export interface RunDriverDeps extends DriveDeps {
  leases: WorkLeases;
}

interface ActiveRun {
  sessionId: string;
  controller: AbortController;
  ended: Promise<void>;
  steering: Steering;
}

interface StartOptions {
  models: RunModels;
  /** Events to store before `run-start`. */
  before: readonly EventBody[];
  /** Who asks. */
  by: Principal;
}

export interface RunDriver {
  /** Stores `before`, then `run-start`, and drives the run by these models. Resolves to its id. */
  start(sessionId: string, run: RunStart, options: StartOptions): Promise<string>;
  /** Continues the run that a process left when it crashed, whose kernel lives. The caller has claimed the run's lease. */
  resume(sessionId: string, run: Run, models: RunModels): void;
  wait(runId: string): Promise<void>;
  /** Stops a run for the user: a cell that does not react is waited for. */
  cancel(sessionId: string, runId: string): Promise<void>;
  /** Throws AppError `not-found`, and `conflict` when the run has ended or another process drives it. */
  steer(sessionId: string, runId: string, message: SteerMessage, by: Principal): Promise<void>;
  cancelSession(sessionId: string): Promise<void>;
  cancelAll(): Promise<void>;
  /** Writes the end of a run or rebuild that nobody drives any more; does nothing while someone does. */
  endAbandoned(sessionId: string): Promise<void>;
}

export function createRunDriver(deps: RunDriverDeps): RunDriver {
  const active = new Map<string, ActiveRun>();

  async function start(
    sessionId: string,
    run: RunStart,
    { models, before, by }: StartOptions,
  ): Promise<string> {
    const runId = createId('r');
    await deps.leases.claim(sessionId);
    const writer = deps.writerOf(sessionId, by);
    try {
      await deps.leases.endAbandoned(sessionId);
      for (const body of before) await writer.write(body);
      await writer.write({ type: 'run-start', runId, ...run });
    } catch (error) {
      await deps.leases.release(sessionId);
      throw error;
    }
    begin(sessionId, runId, models);
    return runId;
  }

  function begin(sessionId: string, runId: string, models: RunModels, left?: Run): void {
    const resumedAfterMs = left && Math.max(0, Date.now() - left.startedAt);
    const controller = new AbortController();
    const write = (body: EventBody, by: Principal) => deps.writerOf(sessionId, by).write(body);
    const steering = createSteering({ runId, steps: left?.steps.length ?? 0, write });
    const ended = driveRun(
      deps,
      { sessionId, runId },
      { models, resumedAfterMs, signal: controller.signal, steering },
    ).finally(async () => {
      active.delete(runId);
      await deps.leases.release(sessionId).catch(() => {});
    });
    active.set(runId, { sessionId, controller, steering, ended });
  }

  async function endAbandoned(sessionId: string): Promise<void> {
    try {
      await deps.leases.claim(sessionId);
    } catch (error) {
      if (isAppError(error) && error.code === 'conflict') return;
      throw error;
    }
    try {
      await deps.leases.endAbandoned(sessionId);
    } finally {
      await deps.leases.release(sessionId);
    }
  }

  async function cancelRuns(runs: ActiveRun[]): Promise<void> {
    for (const run of runs) run.controller.abort();
    await Promise.all(runs.map((run) => run.ended));
  }

  const describeOwner = async (sessionId: string) =>
    `This run belongs to ${await deps.leases.nameHolder(sessionId)}.`;

  return {
    start,
    resume: (sessionId, run, models) => begin(sessionId, run.id, models, run),
    wait: async (runId) => active.get(runId)?.ended,
    cancel: async (sessionId, runId) => {
      const run = active.get(runId);
      if (run?.sessionId === sessionId) {
        // Stopped before, it has not ended: its code is interrupted again.
        if (run.controller.signal.aborted) return (await deps.kernels.find(sessionId))?.interrupt();
        return run.controller.abort(PATIENT_STOP);
      }
      const known = findRun(await deps.readSession(sessionId), runId);
      if (!known) throw new AppError('not-found', NO_RUN);
      if (!known.outcome) throw new AppError('conflict', `${await describeOwner(sessionId)} Stop it there.`);
    },
    steer: async (sessionId, runId, message, by) => {
      const run = active.get(runId);
      if (run?.sessionId === sessionId) return run.steering.say(message, by);
      const known = findRun(await deps.readSession(sessionId), runId);
      if (!known) throw new AppError('not-found', NO_RUN);
      throw new AppError('conflict', known.outcome ? HAS_ENDED : await describeOwner(sessionId));
    },
    cancelSession: (sessionId) =>
      cancelRuns([...active.values()].filter((run) => run.sessionId === sessionId)),
    cancelAll: () => cancelRuns([...active.values()]),
    endAbandoned,
  };
}

const NO_RUN = 'There is no such run in this session.';
