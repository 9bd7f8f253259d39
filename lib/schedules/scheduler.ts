/**
 * Runs what is due, once. It looks every few seconds rather than waiting for a time: clocks are set and machines sleep. Which process
 * runs a schedule is decided in the queue.
 */
import { createId } from '../protocol/id.ts';
import type { Delivery, ScheduleRun } from '../protocol/schedules/schedule.ts';
import { AppError, toMessage } from '../util/app-error.ts';
import type { Clock } from './clock.ts';
import { nextTime, openTimes } from './cron-times.ts';
import type { KeptSchedule, SchedulePlan, ScheduleQueue } from './schedule-queue.ts';

/** What a run leaves. */
export type RunEnd = Pick<
  ScheduleRun,
  'status' | 'message' | 'verification' | 'answer' | 'numbers' | 'changes'
>;

export interface SchedulerDeps {
  queue: ScheduleQueue;
  clock: Clock;
  /** Runs the notebook. `onResult` is told of the one that it makes. May throw. The signal aborts when it is to end. */
  execute(
    schedule: KeptSchedule,
    run: ScheduleRun,
    options: { signal: AbortSignal; onResult: (resultId: string) => Promise<void> },
  ): Promise<RunEnd>;
  /** Ends what still runs in a notebook whose process is gone. */
  endResult(sessionId: string): Promise<void>;
  /** Removes a notebook for good. */
  removeResult(sessionId: string): Promise<void>;
  /** Sends what is due. */
  deliver(): Promise<void>;
  /** Aborts when the app shuts down. */
  closing: AbortSignal;
}

export interface Scheduler {
  /** Looks until the app shuts down. */
  start(): void;
  /** Looks once: begins what is due. Resolves once it has begun. */
  look(): Promise<void>;
  /** Runs it now, to its end, whether or not it is paused. Throws AppError `conflict` while it runs. */
  runNow(schedule: KeptSchedule): Promise<ScheduleRun>;
  /** The same, but resolves once it has begun. */
  begin(schedule: KeptSchedule): Promise<ScheduleRun>;
  /** Resolves when what this process runs has ended. */
  settle(): Promise<void>;
}

/** How often it looks, milliseconds. */
const LOOK_MS = 5_000;
/** A clock that shows this much less than when the next time was found was wrong then, milliseconds. */
const WRONG_MS = 60 * 60_000;
/** How many times that passed are counted. */
const MAX_COUNTED = 1_000;
/** Runs of one process at the same time. */
const MAX_RUNS = 4;
/** Results of a schedule that are kept. */
const KEPT_RUNS = 50;

const STILL_RUNNING = 'Skipped, because the run before had not ended.';
const ABANDONED = 'Actbook ended during this run.';
const BUSY = 'This schedule is running now. Wait for it to end.';

export function createScheduler(deps: SchedulerDeps): Scheduler {
  const { queue, clock, closing } = deps;
  const active = new Set<Promise<unknown>>();
  /** Runs that this process drives. */
  let driven = 0;
  let isDelivering = false;

  function hold<T>(work: Promise<T>): Promise<T> {
    const held = work.catch(() => {}).finally(() => active.delete(held));
    active.add(held);
    return work;
  }

  /** Drives a run that is in the queue, whose schedule this process holds. Resolves to the run at its end. */
  async function drive(schedule: KeptSchedule, run: ScheduleRun): Promise<ScheduleRun> {
    driven += 1;
    const end = await deps
      .execute(schedule, run, {
        signal: closing,
        onResult: (resultId) => queue.changeRun(run.id, { resultId }),
      })
      .catch((error: unknown): RunEnd => ({ ...NOTHING, status: 'failed', message: toMessage(error) }));
    driven -= 1;
    const endedAt = clock.now();
    try {
      const now = (await queue.findSchedule(schedule.id)) ?? schedule;
      await queue.changeRun(run.id, { ...end, endedAt, delivery: toDelivery(now, endedAt) });
    } finally {
      // A run without an end whose schedule nobody holds gets one at the next look.
      await queue.letGo(schedule);
    }
    await queue.dropRuns(schedule.id, KEPT_RUNS);
    return (await queue.findRun(run.id)) ?? { ...run, ...end, endedAt };
  }

  async function fire(schedule: KeptSchedule): Promise<void> {
    const { id, settings, nextAt, plannedAt } = schedule;
    const now = clock.now();
    if (plannedAt - now > WRONG_MS) {
      // Or it would wait for the time that the clock showed by mistake.
      await queue.changeSchedule(id, { plannedAt: now, nextAt: nextTime(settings, now) }, { nextAt });
      return;
    }
    if (nextAt === null || nextAt > now) return;
    const { dueAt, missed } = countMissed(schedule, nextAt, now);
    const plan = { nextAt: nextTime(settings, now), plannedAt: now };
    const run = { ...toRun(schedule, now), dueAt, missed };
    if (await queue.hold(schedule)) {
      const isOurs = await queue.fire(schedule, plan, run).catch(() => false);
      if (isOurs) void hold(drive(schedule, run));
      else await queue.letGo(schedule);
      return;
    }
    // Whoever holds it either runs what was due before, or is about to run this.
    const isRunning = (await queue.listRunning()).some(({ scheduleId }) => scheduleId === id);
    if (!isRunning) return;
    await skip(queue, schedule, plan, run);
  }

  async function begin(schedule: KeptSchedule): Promise<{ run: ScheduleRun; end: Promise<ScheduleRun> }> {
    if (!(await queue.hold(schedule))) throw new AppError('conflict', BUSY);
    const run: ScheduleRun = { ...toRun(schedule, clock.now()), cause: 'user' };
    try {
      await queue.addRun(run);
    } catch (error) {
      await queue.letGo(schedule);
      throw error;
    }
    return { run, end: hold(drive(schedule, run)) };
  }

  /** Not waited for: receivers may be slow. */
  function deliver(): void {
    if (isDelivering) return;
    isDelivering = true;
    const delivering = deps.deliver().finally(() => {
      isDelivering = false;
    });
    hold(delivering).catch(() => {});
  }

  async function look(): Promise<void> {
    await endAbandoned(deps);
    const schedules = await queue.listSchedules();
    // What waits longest comes first, or the same ones would run again before others ever do.
    for (const schedule of schedules.toSorted((a, b) => (a.nextAt ?? 0) - (b.nextAt ?? 0))) {
      // What does not begin now is still due at the next look.
      if (closing.aborted || driven >= MAX_RUNS) break;
      // One that cannot be run must not keep the others from running.
      if (!schedule.isPaused) await fire(schedule).catch(() => {});
    }
    deliver();
    for (const id of await queue.listLeftResults()) await deps.removeResult(id);
  }

  return {
    start: () => {
      void hold(
        (async () => {
          while (!closing.aborted) {
            // A database that is locked, or a disk that is full, for the moment.
            await look().catch(() => {});
            await clock.wait(LOOK_MS, closing);
          }
        })(),
      );
    },
    look,
    runNow: async (schedule) => (await begin(schedule)).end,
    begin: async (schedule) => (await begin(schedule)).run,
    settle: async () => {
      while (active.size > 0) await Promise.all(active);
    },
  };
}

/** Times that are skipped in a row are one entry, or they would take the place of results. */
async function skip(
  queue: ScheduleQueue,
  schedule: KeptSchedule,
  plan: SchedulePlan,
  run: ScheduleRun,
): Promise<void> {
  const { id, nextAt } = schedule;
  const { dueAt, startedAt, missed } = run;
  const skipped = {
    status: 'skipped',
    message: STILL_RUNNING,
    dueAt,
    startedAt,
    endedAt: startedAt,
  } as const;
  const [last] = await queue.listRuns(id, 1);
  if (last?.status !== 'skipped') await queue.fire(schedule, plan, { ...run, ...skipped });
  else if (await queue.changeSchedule(id, plan, { nextAt }))
    await queue.changeRun(last.id, { ...skipped, missed: last.missed + 1 + missed });
}

/** Writes the end of runs whose process is gone. */
async function endAbandoned({ queue, clock, endResult }: SchedulerDeps): Promise<void> {
  for (const run of await queue.listRunning()) {
    const schedule = await queue.findSchedule(run.scheduleId);
    if (schedule === null || (await queue.isHeld(schedule))) continue;
    // It may have ended since it was listed.
    const now = await queue.findRun(run.id);
    if (now?.status !== 'running') continue;
    const endedAt = clock.now();
    const delivery = toDelivery(schedule, endedAt);
    await queue.changeRun(run.id, { status: 'failed', message: ABANDONED, endedAt, delivery });
    if (run.resultId !== null) await endResult(run.resultId).catch(() => {});
  }
}

function toDelivery({ settings }: KeptSchedule, now: number): Delivery | null {
  return settings.webhook === null ? null : { status: 'waiting', attempts: 0, nextAt: now };
}

const NOTHING = { verification: null, answer: null, numbers: null, changes: null } as const;

function toRun({ id: scheduleId, settings }: KeptSchedule, now: number): ScheduleRun {
  const { question, parameters } = settings;
  return {
    id: createId('srun'),
    scheduleId,
    dueAt: now,
    startedAt: now,
    endedAt: null,
    cause: 'time',
    missed: 0,
    status: 'running',
    message: 'Running.',
    asked: { question, parameters },
    resultId: null,
    ...NOTHING,
    delivery: null,
  };
}

/** The last of the times that have passed, and how many there were before it. */
function countMissed(
  { settings }: KeptSchedule,
  nextAt: number,
  now: number,
): { dueAt: number; missed: number } {
  const next = openTimes(settings);
  let dueAt = nextAt;
  let missed = 0;
  for (let at = next(dueAt); at !== null && at <= now; at = next(at)) {
    dueAt = at;
    missed += 1;
    if (missed === MAX_COUNTED) return { dueAt: findLast(next, dueAt, now), missed };
  }
  return { dueAt, missed };
}

/** The last time that has passed, looked for in ever longer spans before now: those since `first` are too many to go through. */
function findLast(next: (after: number) => number | null, first: number, now: number): number {
  let last = first;
  for (let spanMs = 60_000; last === first && now - spanMs > first; spanMs *= 2)
    for (let at = next(now - spanMs); at !== null && at <= now; at = next(at)) last = at;
  return last;
}
