/** Schedules of apps that end, are killed, and share a data folder. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ScheduleRun } from '../../../lib/protocol/schedules/schedule.ts';
import { createSqliteStore } from '../../../lib/store/sqlite/sqlite-store.ts';
import { type App, startApp } from '../../helpers/app/app.ts';
import { recordCells } from '../../helpers/runtime/recorded-notebook.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const HOUR_MS = 60 * 60_000;

/** A notebook in a home that no app uses, with a schedule that was due every hour since `hours` ago. */
async function createHome(source: string, hours: number) {
  const home = await createTempDir();
  const { id: sessionId } = await recordCells({ home }, [{ source }]);
  const first = Math.floor(Date.now() / HOUR_MS - hours) * HOUR_MS;
  const settings = {
    ...{ name: 'Hourly', cron: '0 * * * *', timeZone: 'UTC', question: null, model: null },
    ...{ parameters: {}, approval: 'fail' as const, webhook: null },
  };
  const store = await createSqliteStore(join(home, 'actbook.db'));
  await store.schedules.addSchedule({
    ...{ id: 'sched-1', sessionId, settings, isPaused: false },
    ...{ createdAt: first, nextAt: first, plannedAt: first },
  });
  await store.dispose();
  return { home, path: `/api/sessions/${sessionId}/schedules/sched-1/runs` };
}

async function listRuns(app: App, path: string): Promise<ScheduleRun[]> {
  return ScheduleRun.array().parse((await (await app.request(path)).json()).runs);
}

const isOver = (runs: readonly ScheduleRun[]) =>
  runs.length > 0 && runs.every(({ status }) => status !== 'running');

test('what was due twelve times while no app was there runs once, of two apps that start by one', async () => {
  const { home, path } = await createHome('print("ran")', 12);
  const [app, other] = await Promise.all([startApp({ home }), startApp({ home })]);
  await expect.poll(async () => isOver(await listRuns(app, path)), { timeout: 90_000 }).toBe(true);
  const runs = await listRuns(other, path);
  // A full hour may have struck since.
  const missed = runs.filter((run) => run.missed > 0);
  expect(missed.map(({ status, message, cause }) => ({ status, message, cause }))).toEqual([
    { status: 'done', message: '1 cell ran.', cause: 'time' },
  ]);
  expect(missed[0]?.missed).toBeGreaterThanOrEqual(11);
  expect(runs.length).toBeLessThanOrEqual(2);
});

test('a run that is under way when the app is killed has failed, and does not begin again by itself', async () => {
  const { home, path } = await createHome('import time\nprint("begun", flush=True)\ntime.sleep(600)', 2);
  const app = await startApp({ home, env: { ACTBOOK_KERNEL_GRACE_S: '60' } });
  await expect
    .poll(async () => (await listRuns(app, path))[0]?.resultId ?? null, { timeout: 90_000 })
    .not.toBeNull();
  const [run] = await listRuns(app, path);
  const readResult = async (from: App) =>
    (await from.request(`/api/sessions/${run?.resultId}/export?format=md`)).text();
  await expect.poll(() => readResult(app), { timeout: 60_000 }).toContain('begun');
  await app.kill('SIGKILL');

  const next = await startApp({ home, env: { ACTBOOK_KERNEL_GRACE_S: '60' } });
  await expect.poll(async () => isOver(await listRuns(next, path)), { timeout: 60_000 }).toBe(true);
  const runs = await listRuns(next, path);
  expect(runs.find(({ id }) => id === run?.id)).toMatchObject({
    status: 'failed',
    message: 'Actbook ended during this run.',
  });
  expect(runs.length).toBeLessThanOrEqual(2);
  const result = await next.request(`/api/sessions/${run?.resultId}`);
  expect((await result.json()).runStatus).not.toBe('running');
});
