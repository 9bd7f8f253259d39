/** Drives runs, each in this process until its `run-end` is stored. */

import type { EventBody } from '../../protocol/events/event.ts';
import type { Principal } from '../../protocol/events/principal.ts';
import { createId } from '../../protocol/id.ts';
import type { RunStart } from '../../protocol/runs/run.ts';
import { findRun, type Run } from '../../session/session.ts';
import { AppError } from '../../util/app-error.ts';
import { PATIENT_STOP } from '../../util/patient-stop.ts';
import type { Drive } from '../kernels/session-work.ts';
import type { Workbench } from '../kernels/workbench.ts';
import { type DriveOptions, driveRun } from './drive-run.ts';
import type { RunModels } from './run-models.ts';
import { createSteering, HAS_ENDED, type Steering, type SteerMessage } from './steering.ts';

interface ActiveRun {
  sessionId: string;
  controller: AbortController;
  steering: Steering;
}

interface StartOptions {
  models: RunModels;
  /** Events to store before `run-start`. */
  before: readonly EventBody[];
  /** Who asks. */
  by: Principal;
  /** Its id, where that is known already. */
  runId?: string;
}

export interface RunDriver {
  /** Stores `before`, then `run-start`, and drives the run by these models. Resolves to its id. */
  start(sessionId: string, run: RunStart, options: StartOptions): Promise<string>;
  /** Continues the run that a process left when it crashed, whose kernel lives, as the work of its session. */
  resume(sessionId: string, run: Run, models: RunModels): Drive;
  /** Resolves when the run has ended and its last event is stored. */
  wait(runId: string): Promise<void>;
  /** Stops a run for the user: a cell that does not react is waited for. */
  cancel(sessionId: string, runId: string): Promise<void>;
  /** Throws AppError `not-found`, and `conflict` when the run has ended or another process drives it. */
  steer(sessionId: string, runId: string, message: SteerMessage, by: Principal): Promise<void>;
}

export function createRunDriver(bench: Workbench, options: DriveOptions): RunDriver {
  const { logs, work, kernels } = bench;
  const active = new Map<string, ActiveRun>();

  function toDrive(sessionId: string, runId: string, models: RunModels, left?: Run): Drive {
    return async (controller) => {
      const resumedAfterMs = left && Math.max(0, Date.now() - left.startedAt);
      const write = (body: EventBody, by: Principal) => logs.writerOf(sessionId, by).write(body);
      const steering = createSteering({ runId, steps: left?.steps.length ?? 0, write });
      active.set(runId, { sessionId, controller, steering });
      const run = { sessionId, runId, models, resumedAfterMs, signal: controller.signal, steering };
      await driveRun(bench, options, run).finally(() => active.delete(runId));
    };
  }

  /** The run that is driven here. Throws AppError `not-found` for one that is not in the session. */
  async function find(sessionId: string, runId: string): Promise<{ run?: ActiveRun; hasEnded: boolean }> {
    const run = active.get(runId);
    if (run?.sessionId === sessionId) return { run, hasEnded: false };
    const known = findRun(await logs.readSession(sessionId), runId);
    if (!known) throw new AppError('not-found', NO_RUN);
    return { hasEnded: known.outcome !== null };
  }

  const describeOwner = async (sessionId: string) =>
    `This run belongs to ${await work.nameHolder(sessionId)}.`;

  return {
    start: async (sessionId, run, { models, before, by, runId = createId('r') }) => {
      await work.begin(sessionId, 'run', async () => {
        await logs.writerOf(sessionId, by).writeAll([...before, { type: 'run-start', runId, ...run }]);
        return toDrive(sessionId, runId, models);
      });
      return runId;
    },
    resume: (sessionId, run, models) => toDrive(sessionId, run.id, models, run),
    wait: async (runId) => {
      const run = active.get(runId);
      if (run) await work.wait(run.sessionId, 'run');
    },
    cancel: async (sessionId, runId) => {
      const { run, hasEnded } = await find(sessionId, runId);
      // Stopped before, it has not ended: its code is interrupted again.
      if (run?.controller.signal.aborted) return (await kernels.find(sessionId))?.interrupt();
      if (run) return run.controller.abort(PATIENT_STOP);
      if (!hasEnded) throw new AppError('conflict', `${await describeOwner(sessionId)} Stop it there.`);
    },
    steer: async (sessionId, runId, message, by) => {
      const { run, hasEnded } = await find(sessionId, runId);
      if (run) return run.steering.say(message, by);
      throw new AppError('conflict', hasEnded ? HAS_ENDED : await describeOwner(sessionId));
    },
  };
}

const NO_RUN = 'There is no such run in this session.';
