/**
 * `npm run soak`: the app with 50 sessions open at once, at least 500 cells of every kind over half an hour, then
 * everything deleted. Nothing may be left: no process, no socket, no file handle, no memory.
 * SOAK_MINUTES and SOAK_OUT (a JSON file for the samples) may be set.
 */
import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Session } from '../../lib/session/session.ts';
import type { OwnApp } from '../../test/helpers/app/app.ts';
import { followUntil, isEnded, post, startScriptedApp } from '../../test/helpers/app/app-client.ts';
import type { ModelServerRequest } from '../../test/helpers/model/model-server.ts';
import { type AppSample, measureApp } from './measure-app.ts';
import { SOAK_CASES, SOAK_CELL_TIMEOUT_MS, type SoakCase } from './soak-cases.ts';

const SESSIONS = 50;
const MIN_CELLS = 500;
/** Divides SESSIONS, so that no two workers use a session at once. */
const WORKERS = 2;
/** What the app may hold more at the end than at the start: its first work alone takes some 50 MB for good. */
const MAX_GROWTH_MB = 300;
const DURATION_MS = Number(process.env.SOAK_MINUTES ?? 30) * 60_000;
const SAMPLE_MS = 15_000;
/** One a second: a box that is kept ready takes some seconds to start. */
const REST_SAMPLES = 15;
/** Longest that the app may keep what belongs to deleted sessions: for half a minute they can be brought back. */
const PURGE_MS = 120_000;
const TASK = 'Soak case: ';
const LIMITS = { cellTimeoutMs: SOAK_CELL_TIMEOUT_MS };

test('50 sessions, 500 cells, nothing leaks', async () => {
  const app = await startScriptedApp(reply);
  const startedAtMs = Date.now();
  const samples: AppSample[] = [];
  const sample = async () => void samples.push(await measureApp(app.pid, startedAtMs));
  samples.push(await measureAtRest(app, startedAtMs));
  const sampler = setInterval(() => void sample(), SAMPLE_MS);
  const sessions = await openSessions(app);
  const ends = new Map<string, number>();
  const wrong: string[] = [];
  let cells = 0;
  const goesOn = () => cells < MIN_CELLS || Date.now() - startedAtMs < DURATION_MS;

  await Promise.all(
    Array.from({ length: WORKERS }, async (_, worker) => {
      for (let turn = 0; goesOn(); turn++) {
        const index = (worker + turn * WORKERS) % SESSIONS;
        const each = SOAK_CASES[cells++ % SOAK_CASES.length];
        if (!each) throw new Error('There is no case.');
        sessions[index] = await runCase(app, sessions[index], each);
        const status = sessions[index].cells.findLast(({ role }) => role === 'code')?.status ?? 'none';
        ends.set(`${each.name}: ${status}`, (ends.get(`${each.name}: ${status}`) ?? 0) + 1);
        if (!each.ends.some((end) => end === status)) wrong.push(`${each.name}: ${status}`);
      }
    }),
  );
  await sample();
  for (const session of sessions) await app.request(`/api/sessions/${session.id}`, { method: 'DELETE' });
  clearInterval(sampler);
  const last = await measureAtRest(app, startedAtMs, samples[0]?.descendants);
  samples.push(last);
  const result = { cells, minutes: last.atMs / 60_000, ends: Object.fromEntries(ends), samples };
  console.log(JSON.stringify({ ...result, samples: summarize(samples) }, null, 2));
  if (process.env.SOAK_OUT) await writeFile(process.env.SOAK_OUT, JSON.stringify(result, null, 2));

  expect(wrong).toEqual([]);
  const [first] = samples;
  expect(last.fileHandles).toBeLessThanOrEqual((first?.fileHandles ?? 0) + 4);
  expect(last.descendants).toBeLessThanOrEqual(first?.descendants ?? 0);
  expect(last.appMb).toBeLessThanOrEqual((first?.appMb ?? 0) + MAX_GROWTH_MB);
  expect(last.sockets).toBeLessThanOrEqual((first?.sockets ?? 0) + 4);
});

/** Code for a task that was not answered yet, the end for one whose code ran. */
function reply({ messages }: ModelServerRequest): string {
  const start = messages.findLastIndex(({ content }) => JSON.stringify(content).includes(TASK));
  if (messages.slice(start).some(({ role }) => role === 'assistant')) return 'Done.';
  const text = JSON.stringify(messages[start]?.content);
  const found = SOAK_CASES.find(({ name }) => text.includes(`${TASK}${name}`));
  return found ? `\`\`\`python\n${found.code}\n\`\`\`` : 'Done.';
}

async function openSessions(app: OwnApp): Promise<Session[]> {
  const sessions: Session[] = [];
  for (const index of Array(SESSIONS).keys()) {
    const { id = '' } = await post(app, '/api/sessions', { title: `Soak ${index}` });
    sessions.push(await runCase(app, await followUntil(app, id, () => true), SOAK_CASES[0]));
  }
  return sessions;
}

async function runCase(
  app: OwnApp,
  session: Session | undefined,
  each: SoakCase | undefined,
): Promise<Session> {
  if (!session || !each) throw new Error('There is no session or case.');
  const { runId } = await post(app, `/api/sessions/${session.id}/runs`, {
    task: TASK + each.name,
    limits: LIMITS,
  });
  const isOver = (now: Session) => isEnded(now) && now.runs.some(({ id }) => id === runId);
  return followUntil(app, session.id, isOver, session);
}

/** The app at rest: its kernels have ended, and what it keeps ready is ready; `most` processes are waited for. */
async function measureAtRest(app: OwnApp, startedAtMs: number, most = Infinity): Promise<AppSample> {
  const deadlineMs = Date.now() + PURGE_MS;
  const counts: number[] = [];
  for (;;) {
    const sample = await measureApp(app.pid, startedAtMs);
    counts.push(sample.descendants);
    const last = counts.slice(-REST_SAMPLES);
    const isAtRest = last.length === REST_SAMPLES && last.every((count) => count === sample.descendants);
    if (isAtRest && (sample.descendants <= most || Date.now() > deadlineMs)) return sample;
    await delay(1000);
  }
}

/** Every tenth sample, and the last. */
function summarize(samples: readonly AppSample[]): AppSample[] {
  return samples.filter((_, index) => index % 10 === 0 || index === samples.length - 1);
}
