import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reportProgress } from '../../../../bin/terminal/report-progress.ts';
import type { Event } from '../../../../lib/protocol/events/event.ts';
import { LOCAL_USER } from '../../../../lib/protocol/events/principal.ts';

let written = '';
beforeEach(() => {
  written = '';
  vi.useFakeTimers();
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const INFO = {
  implementation: 'ipykernel',
  implementationVersion: '7',
  languageInfo: { name: 'python', version: '3.13' },
};

test('a kernel that starts slowly is told of again, until it is ready', async () => {
  const begunAt = Date.now();
  let seq = 0;
  const at = (seconds: number, body: object) =>
    ({ sessionId: 's', seq: ++seq, at: begunAt + seconds * 1000, ...body }) as Event;
  async function* follow(): AsyncGenerator<Event[]> {
    yield [at(1, { type: 'kernel-status', status: 'starting' })];
    await vi.advanceTimersByTimeAsync(25_000);
    yield [at(25, { type: 'kernel-status', status: 'idle', info: INFO })];
    await vi.advanceTimersByTimeAsync(60_000);
    const outcome = { status: 'stopped', reason: 'no-answer', message: 'None.' };
    yield [at(85, { type: 'run-end', runId: 'r', outcome })];
  }
  await reportProgress(follow(), { runId: 'r', json: undefined });
  expect(written.split('\n')).toEqual([
    '   1.0 s  starting a kernel',
    '  10.0 s  still starting the kernel',
    '  20.0 s  still starting the kernel',
    '  25.0 s  the kernel is ready',
    '  85.0 s  not answered',
    '',
  ]);
});

test('only the first lines of long code are shown', async () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `x${index} = ${index}`);
  const cell = (source: string, seq: number): Event => ({
    sessionId: 's',
    by: LOCAL_USER,
    seq,
    at: 0,
    type: 'cell-insert',
    cellId: `c${seq}`,
    cellType: 'code',
    role: 'code',
    author: 'agent',
    runId: null,
    step: null,
    source,
  });
  async function* follow(): AsyncGenerator<Event[]> {
    yield [cell(lines(40).join('\n'), 1), cell(lines(140).join('\n'), 2)];
  }
  await reportProgress(follow(), { runId: 'r', json: undefined });
  const indented = (code: string[]) => code.join('\n          ');
  expect(written).toBe(
    `   0.0 s  ${indented(lines(40))}\n   0.0 s  ${indented([...lines(140).slice(0, 12), '… 128 more lines'])}\n`,
  );
});

test('missing functions are reported with the reason', async () => {
  const problems = ['The MCP server "maps" did not start: it ended with 1.'];
  async function* follow(): AsyncGenerator<Event[]> {
    const define = (seq: number, missing: string[] | undefined): Event => ({
      sessionId: 's',
      by: LOCAL_USER,
      seq,
      at: 0,
      type: 'tool-define',
      runId: 'r',
      origin: 'host',
      tools: [],
      problems: missing,
    });
    yield [define(1, undefined), define(2, problems)];
  }
  await reportProgress(follow(), { runId: 'r', json: undefined });
  expect(written).toBe(`   0.0 s  ${problems[0]}\n`);
});
