/** Results that are sent, over real sockets: what arrives, when it is tried again, and what is never sent. */
import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { ScheduleRun } from '../../../lib/protocol/schedules/schedule.ts';
import { createDeliverer, deriveSecret, describePrivate } from '../../../lib/schedules/deliver-results.ts';
import { createSqliteStore } from '../../../lib/store/sqlite/sqlite-store.ts';
import { createTestClock } from '../../helpers/schedules/test-clock.ts';
import { serveHttp } from '../../helpers/serve-http.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const KEY = Buffer.alloc(32, 7);

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** Answers with these statuses, in order, and then with 204. */
async function receive(...statuses: number[]) {
  const received: Received[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    const status = statuses[received.length - 1] ?? 204;
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
  };
  return { received, url: `${await serveHttp((...both) => void answer(...both))}/hook?token=canary` };
}

async function openDelivery(webhook: string) {
  const path = `${await createTempDir()}/actbook.db`;
  const clock = createTestClock('2026-06-01T08:00Z');
  const open = async () => {
    const store = await createSqliteStore(path);
    onTestFinished(() => store.dispose());
    const { signal: closing } = new AbortController();
    const deliver = createDeliverer({ queue: store.schedules, clock, readKey: () => KEY, closing });
    return { store, deliver };
  };
  const { store, deliver } = await open();
  await store.createSession('s-1');
  const settings = {
    ...{ name: 'Sales', cron: '0 * * * *', timeZone: 'UTC', question: null, model: null },
    ...{ parameters: { rate: 2 }, approval: 'fail' as const, webhook },
  };
  const schedule = {
    ...{ id: 'sched-1', sessionId: 's-1', settings, isPaused: false },
    ...{ createdAt: 0, nextAt: null, plannedAt: 0 },
  };
  await store.schedules.addSchedule(schedule);
  const run: ScheduleRun = {
    ...{ id: 'srun-1', scheduleId: 'sched-1', dueAt: 1, startedAt: 1, endedAt: 2, cause: 'time', missed: 0 },
    ...{ status: 'done', message: '2 cells ran.', resultId: 's-2', verification: null, answer: null },
    ...{ numbers: null, changes: null, asked: { question: 'How much?', parameters: { rate: 1 } } },
    delivery: { status: 'waiting', attempts: 0, nextAt: clock.now() },
  };
  await store.schedules.addRun(run);
  const read = async () => (await store.schedules.findRun('srun-1'))?.delivery;
  return { store, deliver, clock, read, open };
}

test('a result arrives once, as JSON that is signed for its receiver, without the address', async () => {
  const { received, url } = await receive();
  const { deliver, read } = await openDelivery(url);
  await deliver();
  await deliver();
  expect(await read()).toEqual({ status: 'delivered', attempts: 1, nextAt: null });
  expect(received).toHaveLength(1);
  const { headers, body } = received[0] ?? { headers: {}, body: '' };
  const secret = Buffer.from(deriveSecret(KEY, 'sched-1').replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  expect(headers['webhook-signature']).toBe(
    `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`,
  );
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': 'srun-1' });
  expect(JSON.parse(body)).toMatchObject({
    type: 'schedule.run',
    // As the run began: the schedule has others by now.
    schedule: { id: 'sched-1', name: 'Sales', question: 'How much?', parameters: { rate: 1 } },
    run: { id: 'srun-1', status: 'done', resultId: 's-2' },
  });
  expect(body).not.toContain('canary');
  expect(deriveSecret(KEY, 'sched-2')).not.toBe(deriveSecret(KEY, 'sched-1'));
});

test('what fails is tried again later, by another process too, and given up after six attempts', async () => {
  const { received, url } = await receive(500, 500, 500, 500, 500, 500);
  const { deliver, read, clock, open } = await openDelivery(url);
  await deliver();
  expect(await read()).toEqual({
    ...{ status: 'waiting', attempts: 1, problem: 'The webhook answered with 500.' },
    nextAt: clock.now() + 30_000,
  });
  await deliver();
  expect(received).toHaveLength(1);
  const next = await open();
  for (let count = 2; count <= 6; count++) {
    clock.set(new Date((await read())?.nextAt ?? 0).toISOString());
    await next.deliver();
    expect(received).toHaveLength(count);
  }
  expect(await read()).toMatchObject({ status: 'failed', attempts: 6, nextAt: null });
});

test('an attempt that was planned by a clock three days ahead is made once the clock is right', async () => {
  const { received, url } = await receive(500);
  const { deliver, read, clock } = await openDelivery(url);
  clock.set('2026-06-04T08:00Z');
  await deliver();
  clock.set('2026-06-01T08:00Z');
  await deliver();
  expect(received).toHaveLength(2);
  expect(await read()).toMatchObject({ status: 'delivered', attempts: 2 });
});

test('processes that send at the same time send it once', async () => {
  const { received, url } = await receive();
  const { deliver, open } = await openDelivery(url);
  const others = await Promise.all([open(), open()]);
  await Promise.all([deliver(), ...others.map((other) => other.deliver())]);
  expect(received).toHaveLength(1);
});

test('redirects are not followed', async () => {
  const { received, url } = await receive(302);
  const { deliver, read } = await openDelivery(url);
  await deliver();
  expect(received).toHaveLength(1);
  expect((await read())?.problem).toBe('The webhook redirects (302), and redirects are not followed.');
});

test('an address that does not answer is reported without what is secret in it', async () => {
  const { deliver, read } = await openDelivery('http://127.0.0.1:9/hook?token=canary');
  await deliver();
  expect((await read())?.problem).toMatch(/^The webhook cannot be reached \(/);
  expect((await read())?.problem).not.toContain('canary');
});

test('a webhook that was removed gets nothing', async () => {
  const { received, url } = await receive();
  const { deliver, read, store } = await openDelivery(url);
  const schedule = await store.schedules.findSchedule('sched-1');
  if (schedule)
    await store.schedules.changeSchedule('sched-1', { settings: { ...schedule.settings, webhook: null } });
  await deliver();
  expect({ received, delivery: await read() }).toEqual({ received: [], delivery: null });
});

test('an address in a private network is said to be one', async () => {
  expect(await describePrivate('http://127.0.0.1:8080/hook')).toBe(
    '127.0.0.1 is in a private network or on this machine.',
  );
  expect(await describePrivate('http://[::1]:8080/')).toContain('::1');
  expect(await describePrivate('http://192.168.1.4/')).toContain('192.168.1.4');
  expect(await describePrivate('http://localhost.:9470/')).toContain('localhost is ');
  expect(await describePrivate('http://93.184.216.34/')).toBeNull();
  expect(await describePrivate('http://nowhere.invalid/')).toBeNull();
});
