/** Drives runs: one at a time per session, each in this process until its `run-end` is stored. */
import { runAgent } from '../agent/run-agent.ts';
import { cancelled } from '../agent/stop-conditions.ts';
import type { Model, Models } from '../model/model.ts';
import type { EventBody } from '../protocol/event.ts';
import { createId } from '../protocol/id.ts';
import type { Limits, Outcome, Task } from '../protocol/run.ts';
import { findActiveRun, findRun, type Session } from '../session/session.ts';
import type { Store } from '../store/store.ts';
import { AppError, isAppError, toMessage } from '../util/app-error.ts';
import { orAborted } from '../util/or-aborted.ts';
import type { EventWriter } from './event-writer.ts';
import type { InputDesk } from './input-desk.ts';
import { endAbandonedRebuild, endAbandonedRun, endRunningCells } from './recover.ts';
import { type SessionKernels, toLeaseOptions } from './session-kernels.ts';

export interface RunDriverDeps {
  store: Store;
  kernels: SessionKernels;
  inputs: InputDesk;
  readSession(sessionId: string): Promise<Session>;
  writerOf(sessionId: string): EventWriter;
}

export interface RunStart {
  session: Session;
  task: Task;
  model: Model;
  limits: Limits;
  /** Events to store before `run-start`. */
  before: EventBody[];
}

interface Drive extends Pick<RunStart, 'model' | 'limits'> {
  sessionId: string;
  runId: string;
  /** See {@link RunAgentOptions}. */
  resumedAfterMs?: number;
}

interface ActiveRun {
  sessionId: string;
  controller: AbortController;
  ended: Promise<void>;
}

export interface RunDriver {
  start(start: RunStart): Promise<string>;
  /**
   * Takes up the run that a process left when it crashed, whose kernel lives; false when there is none, or its model
   * is not among these. Throws AppError `conflict` when another process drives it.
   */
  resume(sessionId: string, models: Models): Promise<boolean>;
  wait(runId: string): Promise<void>;
  cancel(sessionId: string, runId: string): Promise<void>;
  cancelSession(sessionId: string): Promise<void>;
  cancelAll(): Promise<void>;
  /** Writes the end of a run or rebuild that nobody drives any more; does nothing while somebody does. */
  endAbandoned(sessionId: string): Promise<void>;
}

export function createRunDriver(deps: RunDriverDeps): RunDriver {
  const active = new Map<string, ActiveRun>();

  async function start({ session, task, model, limits, before }: RunStart): Promise<string> {
    const runId = createId('r');
    const sessionId = session.id;
    await deps.store.claimLease({ kind: 'run', sessionId });
    const writer = deps.writerOf(sessionId);
    try {
      // Whoever holds the lease knows that no other run goes on: one without an end was left behind.
      const left = findActiveRun(session) ? endAbandonedRun(await deps.readSession(sessionId)) : [];
      left.push(...endAbandonedRebuild(session));
      for (const body of [...left, ...before]) await writer.write(body);
      await writer.write({ type: 'run-start', runId, task, model: model.info, limits });
    } catch (error) {
      await deps.store.releaseLease({ kind: 'run', sessionId });
      throw error;
    }
    begin({ sessionId, runId, model, limits });
    return runId;
  }

  function begin(run: Drive): void {
    const { sessionId, runId } = run;
    const controller = new AbortController();
    active.set(runId, { sessionId, controller, ended: drive(run, controller.signal) });
  }

  async function resume(sessionId: string, models: Models): Promise<boolean> {
    const session = await deps.readSession(sessionId);
    const run = findActiveRun(session);
    const model = run && (await models.open(run.model.id).catch(() => null));
    if (!run || !model) return false;
    await deps.store.claimLease({ kind: 'run', sessionId });
    const resumedAfterMs = Math.max(0, Date.now() - run.startedAt);
    begin({ sessionId, runId: run.id, model, limits: run.limits, resumedAfterMs });
    return true;
  }

  /** Never rejects: whatever happens is written as the run's end. */
  async function drive(
    { sessionId, runId, model, limits, resumedAfterMs }: Drive,
    signal: AbortSignal,
  ): Promise<void> {
    const writer = deps.writerOf(sessionId);
    try {
      const session = await deps.readSession(sessionId);
      // A kernel may take a minute to start; it goes on starting, for the next run.
      const kernel = await orAborted(deps.kernels.lease(sessionId, toLeaseOptions(session)), signal);
      if (!kernel) return await endRun(sessionId, runId, cancelled());
      // A deleted session has no log to write to.
      const onLate = (body: EventBody) => void writer.write(body).catch(() => {});
      const onInput = deps.inputs.createHandler(sessionId, limits.inputWaitMs);
      const resumed = resumedAfterMs === undefined ? {} : { resumedAfterMs };
      const events = runAgent({ session, runId, ...resumed, model, kernel, signal, onLate, onInput });
      for await (const body of events) await writer.write(body);
    } catch (error) {
      // The log itself may be what failed (a full disk): then the run is found later, without an end or a lease.
      await endRun(sessionId, runId, toOutcome(error)).catch(() => {});
    } finally {
      active.delete(runId);
      await deps.store.releaseLease({ kind: 'run', sessionId }).catch(() => {});
    }
  }

  async function endRun(sessionId: string, runId: string, outcome: Outcome): Promise<void> {
    const session = await deps.readSession(sessionId);
    const writer = deps.writerOf(sessionId);
    for (const body of endRunningCells(session, outcome.status === 'failed' ? outcome.message : '')) {
      await writer.write(body);
    }
    await writer.write({ type: 'run-end', runId, outcome });
  }

  async function endAbandoned(sessionId: string): Promise<void> {
    const lease = { kind: 'run', sessionId } as const;
    try {
      await deps.store.claimLease(lease);
    } catch (error) {
      if (isAppError(error) && error.code === 'conflict') return;
      throw error;
    }
    try {
      const writer = deps.writerOf(sessionId);
      const session = await deps.readSession(sessionId);
      const bodies = [...endAbandonedRun(session), ...endAbandonedRebuild(session)];
      for (const body of bodies) await writer.write(body);
    } finally {
      await deps.store.releaseLease(lease);
    }
  }

  async function cancelRuns(runs: ActiveRun[]): Promise<void> {
    for (const run of runs) run.controller.abort();
    await Promise.all(runs.map((run) => run.ended));
  }

  return {
    start,
    resume,
    wait: async (runId) => active.get(runId)?.ended,
    cancel: async (sessionId, runId) => {
      const run = active.get(runId);
      if (run?.sessionId === sessionId) return run.controller.abort();
      const known = findRun(await deps.readSession(sessionId), runId);
      if (!known) throw new AppError('not-found', 'There is no such run in this session.');
      if (!known.outcome)
        throw new AppError('conflict', 'This run belongs to another Actbook process. Stop it there.');
    },
    cancelSession: (sessionId) =>
      cancelRuns([...active.values()].filter((run) => run.sessionId === sessionId)),
    cancelAll: () => cancelRuns([...active.values()]),
    endAbandoned,
  };
}

function toOutcome(error: unknown): Outcome {
  const code = isAppError(error) ? error.code : 'internal';
  return { status: 'failed', code, message: toMessage(error) };
}
