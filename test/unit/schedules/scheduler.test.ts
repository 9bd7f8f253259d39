/** Which runs begin, and when, over the real store; what a run does is a function of the test. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ScheduleRun } from '../../../lib/protocol/schedules/schedule.ts';
import type { Clock } from '../../../lib/schedules/clock.ts';
import { nextTime } from '../../../lib/schedules/cron-times.ts';
import type { KeptSchedule } from '../../../lib/schedules/schedule-queue.ts';
import { createScheduler, type RunEnd } from '../../../lib/schedules/scheduler.ts';
import { createSqliteStore } from '../../../lib/store/sqlite/sqlite-store.ts';
import type { Store } from '../../../lib/store/store.ts';
import { createTestClock } from '../../helpers/schedules/test-clock.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const DONE: RunEnd = {
  ...{ status: 'done', message: 'It ran.', verification: null },
  ...{ answer: null, numbers: null, changes: null },
};

async function openHome() {
  const path = join(await createTempDir(), 'actbook.db');
  const open = async () => {
    const store = await createSqliteStore(path);
    onTestFinished(() => store.dispose());
    return store;
  };
  return { open, store: await open() };
}

function openScheduler(
  { schedules: queue }: Store,
  clock: Clock,
  execute: (run: ScheduleRun) => Promise<RunEnd> = async () => DONE,
) {
  const closing = new AbortController();
  const scheduler = createScheduler({
    ...{ queue, clock, closing: closing.signal },
    execute: (_, run) => execute(run),
    endResult: async () => {},
    removeResult: async () => {},
    deliver: async () => {},
  });
  return { scheduler, close: () => closing.abort() };
}

async function addSchedule(store: Store, clock: Clock, cron = '0 * * * *'): Promise<KeptSchedule> {
  const settings = {
    ...{ name: 'Sales', cron, timeZone: 'Europe/Berlin', question: null, model: null },
    // As kept before such numbers were refused.
    ...{ parameters: { id: 2 ** 60 }, approval: 'fail' as const, webhook: null },
  } as const;
  if (!(await store.getSession('s-1'))) await store.createSession('s-1');
  const schedule = {
    ...{ id: `sched-${cron}`, sessionId: 's-1', settings, isPaused: false },
    ...{ createdAt: clock.now(), nextAt: nextTime(settings, clock.now()), plannedAt: clock.now() },
  };
  await store.schedules.addSchedule(schedule);
  return schedule;
}

const read = async (store: Store, { id }: KeptSchedule) => {
  const runs = await store.schedules.listRuns(id, 100);
  const { nextAt = null } = (await store.schedules.findSchedule(id)) ?? {};
  const times = runs.map((run) => new Date(run.dueAt).toISOString().slice(11, 16));
  return { runs, times, next: nextAt && new Date(nextAt).toISOString().slice(0, 16) };
};

test('what is due runs once, however often one looks', async () => {
  const { store } = await openHome();
  const clock = createTestClock('2026-06-01T07:30Z');
  const { scheduler } = openScheduler(store, clock);
  const schedule = await addSchedule(store, clock);
  await scheduler.look();
  expect((await read(store, schedule)).times).toEqual([]);
  for (const time of ['08:00', '08:00', '08:01']) {
    clock.set(`2026-06-01T${time}Z`);
    await scheduler.look();
    await scheduler.settle();
  }
  const { runs, times, next } = await read(store, schedule);
  expect({ times, next }).toEqual({ times: ['08:00'], next: '2026-06-01T09:00' });
  expect(runs[0]).toMatchObject({ status: 'done', cause: 'time', missed: 0, message: 'It ran.' });
});

test('times that passed while nothing ran are made up for by one run, which says how many there were', async () => {
  const { store, open } = await openHome();
  const clock = createTestClock('2026-06-01T07:30Z');
  const schedule = await addSchedule(store, clock);
  clock.set('2026-06-01T19:20Z');
  const { scheduler } = openScheduler(await open(), clock);
  await scheduler.look();
  await scheduler.settle();
  await scheduler.look();
  const { runs, times, next } = await read(store, schedule);
  expect({ times, next }).toEqual({ times: ['19:00'], next: '2026-06-01T20:00' });
  expect(runs[0]?.missed).toBe(11);
});

test('of processes that look at the same time, one runs it', async () => {
  const { store, open } = await openHome();
  const clock = createTestClock('2026-06-01T07:30Z');
  const schedule = await addSchedule(store, clock);
  const ran: string[] = [];
  const schedulers = await Promise.all(
    [1, 2, 3].map(async (name) =>
      openScheduler(await open(), clock, async ({ id }) => {
        ran.push(`${name} ${id}`);
        return DONE;
      }),
    ),
  );
  for (const hour of ['08', '09', '10', '11']) {
    clock.set(`2026-06-01T${hour}:00Z`);
    await Promise.all(schedulers.map(({ scheduler }) => scheduler.look()));
    await Promise.all(schedulers.map(({ scheduler }) => scheduler.settle()));
  }
  const { runs, times } = await read(store, schedule);
  expect(times).toEqual(['11:00', '10:00', '09:00', '08:00']);
  expect(runs.map(({ status }) => status)).toEqual(['done', 'done', 'done', 'done']);
  expect(ran).toHaveLength(4);
});

test('a time that comes during a run is skipped, by any process, and its run says why', async () => {
  const { store, open } = await openHome();
  const clock = createTestClock('2026-06-01T07:30Z');
  const schedule = await addSchedule(store, clock);
  const going = Promise.withResolvers<RunEnd>();
  const first = openScheduler(store, clock, () => going.promise);
  const second = openScheduler(await open(), clock);
  clock.set('2026-06-01T08:00Z');
  await first.scheduler.look();
  for (const [hour, { scheduler }] of [
    ['09', first],
    ['10', second],
  ] as const) {
    clock.set(`2026-06-01T${hour}:00Z`);
    await scheduler.look();
  }
  await expect(second.scheduler.runNow(schedule)).rejects.toThrow('This schedule is running now');
  going.resolve(DONE);
  await first.scheduler.settle();
  clock.set('2026-06-01T11:00Z');
  await second.scheduler.look();
  await second.scheduler.settle();
  const { runs, times } = await read(store, schedule);
  expect(times).toEqual(['11:00', '10:00', '08:00']);
  expect(runs.map(({ status, missed }) => [status, missed])).toEqual([
    ['done', 0],
    ['skipped', 1],
    ['done', 0],
  ]);
  expect(runs[1]?.message).toBe('Skipped, because the run before had not ended.');
});

test('a clock that is put back runs nothing twice', async () => {
  const { store } = await openHome();
  const clock = createTestClock('2026-06-01T07:30Z');
  const { scheduler } = openScheduler(store, clock);
  const schedule = await addSchedule(store, clock, '*/10 * * * *');
  for (const time of ['07:40', '07:50', '07:35', '07:45', '07:50', '07:59', '08:00']) {
    clock.set(`2026-06-01T${time}Z`);
    await scheduler.look();
    await scheduler.settle();
  }
  expect((await read(store, schedule)).times).toEqual(['08:00', '07:50', '07:40']);
});

test('a clock that was wrong by far does not stop a schedule for as long', async () => {
  const { store } = await openHome();
  const clock = createTestClock('2026-06-01T07:30Z');
  const { scheduler } = openScheduler(store, clock);
  const schedule = await addSchedule(store, clock);
  for (const time of ['2031-01-01T00:00Z', '2026-06-01T07:31Z', '2026-06-01T08:00Z']) {
    clock.set(time);
    await scheduler.look();
    await scheduler.settle();
  }
  const { runs, next } = await read(store, schedule);
  expect(runs.map(({ startedAt }) => new Date(startedAt).getUTCFullYear())).toEqual([2026, 2031]);
  expect(runs[1]).toMatchObject({ missed: 1000, dueAt: Date.parse('2031-01-01T00:00Z') });
  expect(next).toBe('2026-06-01T09:00');
});

test('a schedule that was added while the clock was wrong runs by the right one', async () => {
  const { store } = await openHome();
  const clock = createTestClock('2031-01-01T00:00Z');
  const { scheduler } = openScheduler(store, clock);
  const schedule = await addSchedule(store, clock);
  for (const time of ['2026-06-01T07:31Z', '2026-06-01T08:00Z']) {
    clock.set(time);
    await scheduler.look();
    await scheduler.settle();
  }
  expect((await read(store, schedule)).times).toEqual(['08:00']);
});

test('an hour that comes twice, and one that is skipped, run a daily schedule once each', async () => {
  const { store } = await openHome();
  const clock = createTestClock('2026-10-24T12:00Z');
  const { scheduler } = openScheduler(store, clock);
  const daily = await addSchedule(store, clock, '30 2 * * *');
  for (const time of ['2026-10-25T00:30Z', '2026-10-25T01:00Z', '2026-10-25T01:30Z', '2026-10-25T02:00Z']) {
    clock.set(time);
    await scheduler.look();
    await scheduler.settle();
  }
  expect((await read(store, daily)).next).toBe('2026-10-26T01:30');
  expect((await read(store, daily)).times).toEqual(['00:30']);
});

test('a run whose process has ended is ended by another, and the next time runs', async () => {
  const { store, open } = await openHome();
  const clock = createTestClock('2026-06-01T07:30Z');
  const schedule = await addSchedule(store, clock);
  const gone = await createLeft(open, clock, schedule);
  const { scheduler } = openScheduler(store, clock);
  clock.set('2026-06-01T09:00Z');
  await store.takeAbandonedLeases();
  await scheduler.look();
  await scheduler.settle();
  const { runs } = await read(store, schedule);
  expect(runs.map(({ status, message }) => [status, message])).toEqual([
    ['done', 'It ran.'],
    ['failed', 'Actbook ended during this run.'],
  ]);
  gone();
});

/** A run that another process began at 8:00 and did not end. */
async function createLeft(
  open: () => Promise<Store>,
  clock: ReturnType<typeof createTestClock>,
  schedule: KeptSchedule,
) {
  const other = await open();
  const never = Promise.withResolvers<RunEnd>();
  const { scheduler } = openScheduler(other, clock, () => never.promise);
  clock.set('2026-06-01T08:00Z');
  await scheduler.look();
  expect(await other.schedules.isHeld(schedule)).toBe(true);
  await other.dispose();
  return () => never.resolve(DONE);
}

test('a paused schedule, and that of a notebook in the trash, do not run; run now does', async () => {
  const { store } = await openHome();
  const clock = createTestClock('2026-06-01T07:30Z');
  const { scheduler } = openScheduler(store, clock);
  const schedule = await addSchedule(store, clock);
  await store.schedules.changeSchedule(schedule.id, { isPaused: true, nextAt: null });
  clock.set('2026-06-01T10:00Z');
  await scheduler.look();
  expect((await read(store, schedule)).times).toEqual([]);
  expect(await scheduler.runNow(schedule)).toMatchObject({ cause: 'user', status: 'done' });
  await store.schedules.changeSchedule(schedule.id, { isPaused: false, nextAt: clock.now() });
  await store.discardSession('s-1');
  await scheduler.look();
  expect((await read(store, schedule)).times).toEqual(['10:00']);
});

test('a process runs four at a time, and the others when there is room', async () => {
  const { store } = await openHome();
  const clock = createTestClock('2026-06-01T07:30Z');
  const going = Promise.withResolvers<RunEnd>();
  const begun: string[] = [];
  const { scheduler } = openScheduler(store, clock, ({ scheduleId }) => {
    begun.push(scheduleId);
    return going.promise;
  });
  for (const minute of [1, 2, 3, 4, 5, 6]) await addSchedule(store, clock, `${minute} 8 * * *`);
  clock.set('2026-06-02T06:10Z');
  for (const _ of [1, 2]) await scheduler.look();
  expect(begun).toHaveLength(4);
  going.resolve(DONE);
  await scheduler.settle();
  await scheduler.look();
  await scheduler.settle();
  expect(new Set(begun).size).toBe(6);
});

test('of more schedules than fit into their minute, each has its turn', async () => {
  const { store } = await openHome();
  const clock = createTestClock('2026-06-01T07:59Z');
  const begun = new Set<string>();
  const { scheduler } = openScheduler(store, clock, async ({ scheduleId }) => {
    begun.add(scheduleId);
    return DONE;
  });
  const often = ['*', '*/1', '0-59', '0-59/1', '0-30,31-59', '0-20,21-59'].map(
    (minute) => `${minute} * * * *`,
  );
  for (const cron of often) await addSchedule(store, clock, cron);
  for (const minute of ['00', '01']) {
    clock.set(`2026-06-01T08:${minute}Z`);
    await scheduler.look();
    await scheduler.settle();
  }
  expect(begun.size).toBe(often.length);
});

test('a run that throws is a failed run with the sentence, and the schedule continues', async () => {
  const { store } = await openHome();
  const clock = createTestClock('2026-06-01T07:30Z');
  const { scheduler } = openScheduler(store, clock, () => Promise.reject(new Error('No kernel.')));
  const schedule = await addSchedule(store, clock);
  for (const hour of ['08', '09']) {
    clock.set(`2026-06-01T${hour}:00Z`);
    await scheduler.look();
    await scheduler.settle();
  }
  const { runs } = await read(store, schedule);
  expect(runs.map(({ status, message }) => [status, message])).toEqual([
    ['failed', 'No kernel.'],
    ['failed', 'No kernel.'],
  ]);
});
