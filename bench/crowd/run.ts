/**
 * What many at once cost one app: 30 runs at the same time, and 200 readers of one live run, over real sockets.
 * Usage: `node bench/crowd/run.ts [--root FOLDER]... [--rounds N] [--runs N] [--readers N] [--write]`. Each `--root` is a
 * checkout with a built page, by default this one; several are measured in turn. Exits with 1 when a run failed or an event
 * was lost. `--write` puts the table into docs/performance.md.
 */
import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { listDescendants } from '../../lib/kernel/box/process-tree.ts';
import { startModelServer } from '../../test/helpers/model/model-server.ts';
import { describeMachine } from '../describe-machine.ts';
import { toReply } from '../loop/script.ts';
import { measureApp } from '../soak/measure-app.ts';
import { writeSection } from '../write-section.ts';
import { type CrowdApp, startCrowdApp } from './crowd-app.ts';
import { followSession, type ReadEvent } from './follow-session.ts';

const ROOT_DIR = join(import.meta.dirname, '../..');
const { values: flags } = parseArgs({
  options: {
    root: { type: 'string', multiple: true, default: [ROOT_DIR] },
    rounds: { type: 'string', default: '2' },
    runs: { type: 'string', default: '30' },
    readers: { type: 'string', default: '200' },
    write: { type: 'boolean', default: false },
  },
});
const runCount = Number(flags.runs);
const readerCount = Number(flags.readers);
const STEPS = 5;
/** An app is ready once its processes have been the same for this long. */
const READY_MS = 8_000;
const POLL_MS = 200;
const COUNT = 'Task of the crowd: count';
/** The run that is read: each of its cells writes this many lines, in several events each. */
const PRINT = 'Task of the crowd: print';
const LINES = 100;
const PRINTING = `import sys, time
for line in range(${LINES}):
    print(line, "x" * 80, flush=True, file=(sys.stdout, sys.stderr)[line % 2])
    time.sleep(0.01)`;

type Figures = Record<string, number>;
const samples = flags.root.map((): Figures[] => []);
const startedAt = new Date();
let failures = 0;

const model = await startModelServer(({ messages }) => {
  const texts = messages.map(({ content }) => JSON.stringify(content));
  const start = texts.findLastIndex((text) => text.includes(COUNT) || text.includes(PRINT));
  const done = messages.slice(start).filter(({ role }) => role === 'assistant').length;
  const isPrint = done < STEPS && texts[start]?.includes(PRINT);
  return isPrint ? `<execute>\n${PRINTING}\n</execute>` : toReply(done, STEPS, 'crowd');
});
for (let round = 1; round <= Number(flags.rounds); round += 1) {
  for (const [index, root] of flags.root.entries()) {
    const figures = {
      ...(await measureRuns(root)),
      ...(await measureReaders(root)),
      load: loadavg()[0] ?? 0,
    };
    samples[index]?.push(figures);
    process.stderr.write(`round ${round}, ${root}: ${JSON.stringify(figures)}\n`);
  }
}
await model.close();

const text = `${describeMachine(startedAt, `${flags.rounds} rounds`)}\n\n${toMarkdown()}`;
process.stdout.write(`${text}\n`);
if (flags.write) await writeSection('crowd', text);
process.exit(failures > 0 ? 1 : 0);

async function withApp(root: string, measure: (app: CrowdApp) => Promise<Figures>): Promise<Figures> {
  const app = await startCrowdApp(resolve(root), model.baseUrl);
  try {
    await waitUntilReady(app.pid);
    await app.resetPeak();
    return await measure(app);
  } finally {
    await app.stop();
  }
}

/** Until nothing more is started: what makes sandboxes quick is there. */
async function waitUntilReady(pid: number): Promise<void> {
  let [last, since] = [-1, performance.now()];
  while (performance.now() - since < READY_MS) {
    const count = listDescendants(pid).length;
    if (count !== last) [last, since] = [count, performance.now()];
    await setTimeout(POLL_MS);
  }
}

/** Many sessions, each with a run, all started at once. */
function measureRuns(root: string): Promise<Figures> {
  return withApp(root, async (app) => {
    const sessions = Array.from({ length: runCount }, () => app.post('/api/sessions', {}, 'id'));
    const ids = await Promise.all(sessions);
    const started = performance.now();
    const seconds = await Promise.all(
      ids.map(async (id) => {
        if (!isRight(await runTask(app, id))) failures += 1;
        return (performance.now() - started) / 1000;
      }),
    );
    const { appMb, totalMb } = await measureApp(app.pid, Date.now());
    return {
      'first answer, s': Math.min(...seconds),
      'last answer, s': Math.max(...seconds),
      'app, at most, MB': await app.readPeakMb(),
      'app, then, MB': appMb,
      'app and sandboxes, then, MB': totalMb,
    };
  });
}

/** All events of a new session and its first run. */
async function runTask(app: CrowdApp, id: string): Promise<readonly ReadEvent[]> {
  const all: ReadEvent[] = [];
  const reader = followSession(app, id, (events) => void all.push(...events));
  await reader.ready;
  await app.post(`/api/sessions/${id}/runs`, { task: COUNT }, 'runId');
  await reader.ended;
  reader.leave();
  return all;
}

function isRight(events: readonly ReadEvent[]): boolean {
  const ends = events.filter(({ type }) => type === 'cell-end');
  const outcome = events.find(({ type }) => type === 'run-end')?.outcome;
  return outcome?.status === 'answered' && ends.filter(({ status }) => status === 'ok').length === STEPS;
}

/** Many readers of one run while it prints. */
function measureReaders(root: string): Promise<Figures> {
  return withApp(root, async (app) => {
    const id = await app.post('/api/sessions', {}, 'id');
    // So that its kernel is there.
    await runTask(app, id);
    /** By event: how long after it was written the last reader had it, milliseconds. */
    const delays = new Map<number, number>();
    let received = 0;
    let outcome: string | undefined;
    const note = (events: ReadEvent[]) => {
      const now = Date.now();
      received += events.length;
      for (const { seq, at } of events) delays.set(seq, Math.max(delays.get(seq) ?? 0, now - at));
      outcome ??= events.find(({ type }) => type === 'run-end')?.outcome?.status;
    };
    const readers = Array.from({ length: readerCount }, () => followSession(app, id, note));
    await Promise.all(readers.map(({ ready }) => ready));
    delays.clear();
    received = 0;
    const started = performance.now();
    await app.post(`/api/sessions/${id}/runs`, { task: PRINT }, 'runId');
    await Promise.all(readers.map(({ ended }) => ended));
    const seconds = (performance.now() - started) / 1000;
    for (const { leave } of readers) leave();
    if (outcome !== 'answered') failures += 1;
    const slowest = [...delays.values()].sort((a, b) => a - b);
    const at = (share: number) => (slowest[Math.floor((slowest.length - 1) * share)] ?? 0) / 1000;
    return {
      'events of the run': delays.size,
      'all readers at its end, s': seconds,
      'events delivered a second': received / seconds,
      'written to slowest reader, median, s': at(0.5),
      'written to slowest reader, at most, s': at(1),
      'app with readers, at most, MB': await app.readPeakMb(),
    };
  });
}

function toMarkdown(): string {
  const names = flags.root.map((root) => {
    const show = ['-C', root, 'log', '-1', '--format=%h, %cs'];
    return resolve(root) === ROOT_DIR
      ? 'this version'
      : execFileSync('git', show, { encoding: 'utf8' }).trim();
  });
  const rows = Object.keys(samples[0]?.[0] ?? {}).map((name) => {
    const cells = samples.map((rounds) => rounds.map((figures) => round(figures[name] ?? 0)).join(' · '));
    return `| ${[name, ...cells].join(' | ')} |`;
  });
  return [`| | ${names.join(' | ')} |`, `| --- |${' --: |'.repeat(names.length)}`, ...rows].join('\n');
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
