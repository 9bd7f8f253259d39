/** Schedules over the API of a running app. */
import { expect, test } from 'vitest';
import { SavedSchedule, Schedule, ScheduleRun } from '../../../lib/protocol/schedules/schedule.ts';
import { openApp } from '../../helpers/app/shared-app.ts';
import { addCells } from '../../helpers/page/notebook-with-cells.ts';

test('a schedule is added, run, paused, and removed, and what it left goes with it', async () => {
  const app = await openApp();
  const sessionId = await addCells(app, ['print("now")']);
  const call = async (method: string, path = '', body?: object) => {
    const sent = body ? { body: JSON.stringify(body) } : {};
    return app.request(`/api/sessions/${sessionId}/schedules${path}`, { method, ...sent });
  };
  const refused = await call('POST', '', { cron: 'daily', timeZone: 'UTC' });
  expect(refused.status).toBe(400);
  expect((await refused.json()).error.message).toContain('is not a time as cron has it');
  expect((await call('POST', '', { cron: '@daily', timeZone: 'UTC', every: 'day' })).status).toBe(400);

  const reply = await call('POST', '', {
    ...{ cron: '0 9 * * *', timeZone: 'Europe/Berlin', webhook: 'http://127.0.0.1:9/hook?token=canary' },
  });
  expect(reply.status).toBe(201);
  const added = SavedSchedule.parse(await reply.json());
  expect(added.note).toContain('in a private network or on this machine');
  const list = async () => {
    const text = await (await call('GET')).text();
    expect(text).not.toContain('canary');
    return Schedule.array().parse(JSON.parse(text).schedules);
  };
  expect((await list()).map(({ id, upcoming }) => [id, upcoming.length])).toEqual([[added.id, 3]]);

  const begun = await call('POST', `/${added.id}/run`);
  expect(begun.status).toBe(202);
  expect(ScheduleRun.parse(await begun.json())).toMatchObject({ status: 'running', cause: 'user' });
  const readLast = async () => (await list())[0]?.lastRun;
  await expect.poll(async () => (await readLast())?.status, { timeout: 60_000 }).toBe('done');
  const resultId = (await readLast())?.resultId ?? '';
  expect((await app.request(`/api/sessions/${resultId}`)).status).toBe(200);
  const { sessions } = await (await app.request('/api/sessions')).json();
  expect(sessions.map(({ id }: { id: string }) => id)).not.toContain(resultId);

  const paused = await call('PATCH', `/${added.id}`, { isPaused: true });
  expect(SavedSchedule.parse(await paused.json())).toMatchObject({ isPaused: true, upcoming: [] });
  const { id: other } = await (await app.request('/api/sessions', { method: 'POST', body: '{}' })).json();
  const elsewhere = `/api/sessions/${other}/schedules/${added.id}`;
  expect((await app.request(elsewhere, { method: 'DELETE' })).status).toBe(404);
  expect((await call('DELETE', `/${added.id}`)).status).toBe(204);
  expect(await list()).toEqual([]);
  expect((await app.request(`/api/sessions/${resultId}`)).status).toBe(404);
});
