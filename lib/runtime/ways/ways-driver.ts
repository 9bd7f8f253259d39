/** Drives several ways: starts their runs, waits for them, and makes one the notebook if the choice is clear. One in a process. */
import type { LanguageModel } from '../../model/model.ts';
import type { EventBody } from '../../protocol/events/event.ts';
import { type Principal, SYSTEM } from '../../protocol/events/principal.ts';
import { addUsage } from '../../protocol/runs/usage.ts';
import type { Way, WayKernel, WaysOutcome } from '../../protocol/ways/ways.ts';
import { findRun, type Session } from '../../session/session.ts';
import { sumRunUsage } from '../../session/view/runs/sum-usage.ts';
import { findActiveWays, type Ways } from '../../session/ways.ts';
import { AppError, toMessage } from '../../util/app-error.ts';
import { PATIENT_STOP } from '../../util/patient-stop.ts';
import type { Drive } from '../kernels/session-work.ts';
import { startRebuild } from '../kernels/start-rebuild.ts';
import type { OwnWorkbench, Workbench } from '../kernels/workbench.ts';
import type { PreparedRun } from '../runs/prepare-run.ts';
import type { RunDriver } from '../runs/run-driver.ts';
import { adoptWay } from './adopt-way.ts';
import { chooseWay, type WayChoice } from './choose-way.ts';
import { readWayResult } from './way-result.ts';

export interface WaysDriver {
  /** The work of the session that has these ways; `by` asked for them. `prepared`: what their runs start with, in order. */
  toDrive(sessionId: string, waysId: string, by: Principal, prepared: readonly PreparedRun[]): Drive;
  /** Continues with the ways that a process left when it crashed: those of their runs that live continue by themselves. */
  resume(session: Session): Promise<void>;
  /** Stops all. False when they are not driven here. */
  stop(waysId: string): boolean;
  /** Chooses while they run: the others are stopped. Resolves once it is done, to false when they are not driven here. */
  pick(sessionId: string, waysId: string, way: Way, by: Principal): Promise<boolean>;
  /** Resolves when the ways have ended and their last event is stored. */
  wait(sessionId: string): Promise<void>;
}

interface ActiveWays {
  controller: AbortController;
  /** What the user chose meanwhile. */
  picked: { way: Way; by: Principal } | null;
}

const STOPPED = 'You stopped the ways.';
/** The notebook was deleted, its kernel was ended, or Actbook was closed. */
const ENDED_WITH = 'The ways were stopped with all that ran in this notebook.';

export function createWaysDriver(bench: Workbench, driver: RunDriver): WaysDriver {
  const { logs, work, kernels } = bench;
  const active = new Map<string, ActiveWays>();

  function toDrive(
    sessionId: string,
    waysId: string,
    by: Principal,
    prepared: readonly PreparedRun[],
  ): Drive {
    return async (controller) => {
      const group: ActiveWays = { controller, picked: null };
      active.set(waysId, group);
      try {
        const ways = findWays(await logs.readSession(sessionId), waysId);
        const { signal } = controller;
        await Promise.all(
          ways.ways.map((way, index) =>
            driveWay({ ...bench, by }, driver, { way, prepared: prepared[index], signal }),
          ),
        );
        await conclude(sessionId, waysId, group);
      } catch (error) {
        const outcome = { status: 'failed', message: toMessage(error) } as const;
        await end(sessionId, waysId, { outcome, basis: { kind: 'none' } }).catch(() => {});
      } finally {
        active.delete(waysId);
      }
    };
  }

  async function conclude(sessionId: string, waysId: string, group: ActiveWays): Promise<void> {
    const session = await logs.readSession(sessionId);
    const ways = findWays(session, waysId);
    const { picked, controller } = group;
    const isStopped = controller.signal.aborted && !picked;
    const choice = isStopped
      ? null
      : picked
        ? toPicked(picked.way)
        : await choose(bench, ways, controller.signal);
    if (!choice || (controller.signal.aborted && !group.picked)) {
      const message = controller.signal.reason === PATIENT_STOP ? STOPPED : ENDED_WITH;
      await Promise.allSettled(ways.ways.map((way) => kernels.close(way.sessionId, message)));
      const outcome = { status: 'stopped', message } as const;
      return end(sessionId, waysId, { outcome, basis: { kind: 'none' } });
    }
    // The user may have chosen while answers were compared.
    const final = group.picked ? toPicked(group.picked.way) : choice;
    const by = group.picked?.by ?? SYSTEM;
    const { outcome } = final;
    const chosen =
      outcome.status === 'chosen' ? ways.ways.find((way) => way.sessionId === outcome.sessionId) : null;
    if (!chosen) return end(sessionId, waysId, final);
    await adoptWay({ ...bench, by }, session, ways, chosen, (kernel) => toEnd(waysId, final, kernel));
  }

  async function end(sessionId: string, waysId: string, choice: WayChoice): Promise<void> {
    await logs.writerOf(sessionId, SYSTEM).writeAtLast([toEnd(waysId, choice)]);
  }

  return {
    toDrive,
    resume: async (session) => {
      const ways = findActiveWays(session);
      if (!ways) return;
      await work.resume(session.id, 'ways', async () => toDrive(session.id, ways.id, ways.by, []));
    },
    stop: (waysId) => {
      active.get(waysId)?.controller.abort(PATIENT_STOP);
      return active.has(waysId);
    },
    pick: async (sessionId, waysId, way, by) => {
      const group = active.get(waysId);
      if (!group) return false;
      group.picked = { way, by };
      group.controller.abort(PATIENT_STOP);
      await work.wait(sessionId, 'ways');
      return true;
    },
    wait: (sessionId) => work.wait(sessionId, 'ways'),
  };
}

/** Never rejects: a way that cannot run has no answer, and its log says why. */
async function driveWay(
  bench: OwnWorkbench,
  driver: RunDriver,
  { way, prepared, signal }: { way: Way; prepared: PreparedRun | undefined; signal: AbortSignal },
): Promise<void> {
  const { work, by } = bench;
  const { sessionId, runId } = way;
  const stop = () => void work.stop(sessionId, undefined, signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (prepared && way.begins === 'rebuild') {
      await startRebuild(bench, sessionId);
      await work.wait(sessionId, 'rebuild');
    }
    if (prepared && !signal.aborted)
      await driver.start(sessionId, prepared.run, { models: prepared.models, before: [], by, runId });
    if (signal.aborted) stop();
    await driver.wait(runId);
  } catch {
    // Somebody runs something else there, or has deleted it.
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

async function choose(bench: Workbench, ways: Ways, signal: AbortSignal): Promise<WayChoice> {
  const { logs } = bench;
  const sessions = await Promise.all(
    ways.ways.map(async (way) => ({
      way,
      session: await logs.readSession(way.sessionId).catch(() => null),
    })),
  );
  const results = sessions.flatMap(({ way, session }) => (session && readWayResult(way, session)) ?? []);
  const runs = sessions.flatMap(({ way, session }) => (session && findRun(session, way.runId)) ?? []);
  const leftMs = Math.max(0, ways.startedAt + ways.budget.together.runTimeoutMs - Date.now());
  return chooseWay(results, {
    task: ways.task.text,
    budget: ways.budget.together,
    judge: await openJudge(bench, ways),
    used: addUsage(...runs.map(sumRunUsage)),
    signal: AbortSignal.any([signal, AbortSignal.timeout(Math.min(leftMs, MAX_TIMER_MS))]),
  });
}

/** A longer timer would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

function toPicked({ sessionId }: Way): WayChoice {
  const outcome: WaysOutcome = { status: 'chosen', sessionId, message: 'You chose it while the ways ran.' };
  return { outcome, basis: { kind: 'user' } };
}

function toEnd(waysId: string, { outcome, basis }: WayChoice, kernel?: WayKernel): EventBody {
  return { type: 'ways-end', waysId, outcome, basis, ...(kernel ? { kernel } : {}) };
}

/** Throws AppError `not-found`. */
export function findWays({ ways }: Session, waysId: string): Ways {
  const found = ways.findLast(({ id }) => id === waysId);
  if (!found) throw new AppError('not-found', 'There are no such ways in this session.');
  return found;
}

async function openJudge({ models }: Workbench, { judge }: Ways): Promise<LanguageModel | null> {
  const model = judge && (await models.open(judge.id).catch(() => null));
  return model && !('plan' in model) ? model : null;
}
