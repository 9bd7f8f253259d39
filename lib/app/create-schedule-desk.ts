/** Composition of schedules: what the user can do with them, and the runs of this process. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { z } from 'zod';
import type { Config } from '../config/config.ts';
import { inlineNotebook } from '../export/inline-notebook.ts';
import { readPrivateFile, writePrivateFile } from '../files/private-file.ts';
import { toNotebookFile } from '../notebook/notebook-file.ts';
import { readEvents } from '../protocol/events/read-events.ts';
import { createId } from '../protocol/id.ts';
import {
  NewSchedule,
  type SavedSchedule,
  type Schedule,
  SchedulePatch,
  type ScheduleRun,
  ScheduleSettings,
} from '../protocol/schedules/schedule.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Clock } from '../schedules/clock.ts';
import { checkCron, listTimes, nextTime } from '../schedules/cron-times.ts';
import { createDeliverer, deriveSecret, describePrivate } from '../schedules/deliver-results.ts';
import { HAS_ENDED, runScheduled } from '../schedules/run-scheduled.ts';
import type { KeptSchedule } from '../schedules/schedule-queue.ts';
import { createScheduler } from '../schedules/scheduler.ts';
import type { Session } from '../session/session.ts';
import { isWaitingForPerson } from '../session/view/cells/find-waiting-cell.ts';
import type { Blobs, Store } from '../store/store.ts';
import { AppError } from '../util/app-error.ts';
import { describeIssue } from '../util/describe-issue.ts';
import type { Container, ScheduleDesk } from './container.ts';
import { isRepeatable, MAX_DURATION_MS } from './is-repeatable.ts';

interface ScheduleDeskDeps {
  runtime: Runtime;
  blobs: Blobs;
  store: Pick<Store, 'schedules' | 'read'>;
  clock: Clock;
  homeDir: string;
  verify: Config['verify'];
  scheduleMs: Config['scheduleMs'];
  programApproval: Config['programApproval'];
  verifySession: Container['verifySession'];
  closing: AbortSignal;
}

export interface Scheduling extends Pick<Container, 'schedules' | 'runSchedules'> {
  /** Resolves when the runs of this process have ended. */
  settleSchedules(): Promise<void>;
}

/** Times that are shown. */
const UPCOMING = 3;
const LISTED_RUNS = 50;
const NO_SCHEDULE = 'This schedule does not exist.';

export function createScheduleDesk(deps: ScheduleDeskDeps): Scheduling {
  const { runtime, blobs, clock, closing, programApproval } = deps;
  const queue = deps.store.schedules;
  const readKey = () => readHomeKey(join(deps.homeDir, 'webhook-key.json'));
  const running = {
    ...{ runtime, queue, programApproval },
    readEvents: (sessionId: string) => readEvents(deps.store, sessionId),
    limitMs: deps.scheduleMs,
    readNotebook: async (session: Session) => toNotebookFile(await inlineNotebook(session, blobs, 'script')),
    verify: (session: Session, signal: AbortSignal) => verifyResult(deps, session, signal),
  };
  const deliver = createDeliverer({ queue, clock, readKey, closing });
  const scheduler = createScheduler({
    queue,
    clock,
    closing,
    execute: (...asked) => runScheduled(running, ...asked),
    endResult: async (sessionId) => {
      await runtime.kernels.endWork(sessionId);
      await runtime.kernels.close(sessionId, HAS_ENDED);
    },
    removeResult: (sessionId) => runtime.sessions.delete(sessionId),
    deliver,
  });

  async function find(scheduleId: string): Promise<KeptSchedule> {
    const schedule = await queue.findSchedule(scheduleId);
    if (!schedule) throw new AppError('not-found', NO_SCHEDULE);
    return schedule;
  }

  /** That of a notebook that is there: what is in the trash does not run. */
  async function findRunnable(scheduleId: string): Promise<KeptSchedule> {
    const schedule = await find(scheduleId);
    await runtime.sessions.read(schedule.sessionId);
    return schedule;
  }

  async function save(schedule: KeptSchedule): Promise<SavedSchedule> {
    const { webhook } = schedule.settings;
    const note = webhook === null ? null : await describePrivate(webhook);
    return { ...(await show(deps, schedule)), ...(note === null ? {} : { note }) };
  }

  const schedules: ScheduleDesk = {
    list: async (sessionId) =>
      Promise.all((await queue.listSchedules(sessionId)).map((each) => show(deps, each))),
    add: async (sessionId, asked) => {
      const { title } = await runtime.sessions.read(sessionId);
      const given = read(NewSchedule, asked);
      const name = given.name ?? (title || 'Scheduled run');
      const settings = read(ScheduleSettings, { ...DEFAULTS, ...given, name });
      const now = clock.now();
      checkCron(settings, now);
      const plan = { isPaused: false, createdAt: now, nextAt: nextTime(settings, now), plannedAt: now };
      const schedule = { id: createId('sched'), sessionId, settings, ...plan };
      await queue.addSchedule(schedule);
      return save(schedule);
    },
    change: async (scheduleId, asked) => {
      const schedule = await find(scheduleId);
      const { isPaused = schedule.isPaused, ...given } = read(SchedulePatch, asked);
      const settings = read(ScheduleSettings, { ...schedule.settings, ...given });
      const now = clock.now();
      checkCron(settings, now);
      const isSameTime =
        settings.cron === schedule.settings.cron &&
        settings.timeZone === schedule.settings.timeZone &&
        !schedule.isPaused;
      const plan = { nextAt: isPaused ? null : nextTime(settings, now), plannedAt: now };
      const isPlanned = isSameTime && !isPaused;
      await queue.changeSchedule(scheduleId, { settings, isPaused, ...(isPlanned ? {} : plan) });
      return save(await find(scheduleId));
    },
    remove: async (scheduleId) => {
      if (!(await queue.removeSchedule(scheduleId))) throw new AppError('not-found', NO_SCHEDULE);
      for (const id of await queue.listLeftResults()) await runtime.sessions.delete(id);
    },
    listRuns: async (scheduleId) => listRuns(deps, (await find(scheduleId)).id, LISTED_RUNS),
    run: async (scheduleId) => {
      const run = await scheduler.runNow(await findRunnable(scheduleId));
      // Nobody else may send it: a command ends now. What fails is tried again by the app.
      await deliver();
      return (await queue.findRun(run.id)) ?? run;
    },
    begin: async (scheduleId) => scheduler.begin(await findRunnable(scheduleId)),
    readSecret: async (scheduleId) => deriveSecret(readKey(), (await find(scheduleId)).id),
  };
  return { schedules, runSchedules: scheduler.start, settleSchedules: scheduler.settle };
}

async function show(deps: ScheduleDeskDeps, schedule: KeptSchedule): Promise<Schedule> {
  const { id, sessionId, settings, isPaused, createdAt, nextAt } = schedule;
  const now = deps.clock.now();
  // What is due runs now.
  const first = nextAt === null || isPaused ? [] : [nextAt];
  const later = first.flatMap((at) => listTimes(settings, Math.max(at, now), UPCOMING - 1));
  const webhook = settings.webhook && new URL(settings.webhook).origin;
  const [lastRun = null] = await listRuns(deps, id, 1);
  const upcoming = [...first, ...later];
  return { id, sessionId, ...settings, webhook, isPaused, createdAt, upcoming, lastRun };
}

async function listRuns(
  { runtime, store }: ScheduleDeskDeps,
  scheduleId: string,
  limit: number,
): Promise<ScheduleRun[]> {
  const runs = await store.schedules.listRuns(scheduleId, limit);
  return Promise.all(runs.map((run) => sayIfWaiting(runtime, run)));
}

const WAITING = 'Waiting for you. Open the result.';

/** A run that waits for the user does so for a day at most, and nothing else would say that it does. */
async function sayIfWaiting({ sessions }: Runtime, run: ScheduleRun): Promise<ScheduleRun> {
  if (run.status !== 'running' || run.resultId === null) return run;
  const result = await sessions.read(run.resultId).catch(() => null);
  return result && isWaitingForPerson(result) ? { ...run, message: WAITING } : run;
}

const DEFAULTS = { question: null, model: null, parameters: {}, approval: 'fail', webhook: null } as const;

/** Commands and programs ask without a route that checks what they ask. */
function read<T>(schema: z.ZodType<T>, asked: unknown): T {
  const { success, data, error } = schema.safeParse(asked);
  if (success) return data;
  throw new AppError('bad-request', describeIssue(error.issues, 'The schedule'));
}

/** As the app verifies by itself: only what a clean run can repeat without asking anyone. */
async function verifyResult(
  { runtime, verify, verifySession }: ScheduleDeskDeps,
  session: Session,
  signal: AbortSignal,
): ReturnType<Parameters<typeof runScheduled>[0]['verify']> {
  if (verify !== 'on' || !isRepeatable(session)) return null;
  const limits = { isBackground: true, timeoutMs: 2 * MAX_DURATION_MS, signal };
  await verifySession(session.id, { isRecorded: true, ...limits }).catch(() => null);
  return (await runtime.sessions.read(session.id)).verified?.verification.outcome ?? null;
}

/** Made on first use. */
function readHomeKey(path: string): Buffer {
  const found = readPrivateFile(path);
  if (found === null) writePrivateFile(path, { key: randomBytes(32).toString('base64') });
  // Of two processes that make one, both use the one that is there.
  const { key }: { key?: unknown } = JSON.parse(found ?? readPrivateFile(path) ?? '{}');
  const bytes = Buffer.from(typeof key === 'string' ? key : '', 'base64');
  if (bytes.length === 32) return bytes;
  throw new AppError('conflict', `${path} contains no key. Delete it; the secrets of webhooks change then.`);
}
