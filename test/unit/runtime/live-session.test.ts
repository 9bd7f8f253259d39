import { expect, test } from 'vitest';
import type { Event, EventBody, Stamp } from '../../../lib/protocol/events/event.ts';
import { LOCAL_USER } from '../../../lib/protocol/events/principal.ts';
import { joinDeltas } from '../../../lib/runtime/events/held-deltas.ts';
import { createLiveSession, type LiveStore } from '../../../lib/runtime/events/live-session.ts';
import { createChanges } from '../../../lib/store/sqlite/create-changes.ts';
import { AppError } from '../../../lib/util/app-error.ts';

const text = (value: string, step = 1): EventBody => ({ type: 'text-delta', runId: 'r', step, text: value });
const print = (value: string, name: 'stdout' | 'stderr' = 'stdout'): EventBody => ({
  type: 'output-append',
  cellId: 'c',
  output: { output_type: 'stream', name, text: value },
});
const end: EventBody = { type: 'cell-end', cellId: 'c', status: 'ok', executionCount: 1 };

function createLog({ failOn }: { failOn?: EventBody['type'] } = {}) {
  const appends: EventBody[][] = [];
  const stored: Event[] = [];
  const keep = (bodies: readonly EventBody[], stamps: readonly Partial<Stamp>[] = []) => {
    const first = stored.length + 1;
    const events = bodies.map((body, index) => ({
      ...body,
      sessionId: 's',
      seq: first + index,
      at: stamps[index]?.at ?? 0,
      by: LOCAL_USER,
    }));
    for (const event of events) stored.push(event);
    return events;
  };
  const store: LiveStore = {
    append: async (_, bodies, stamps) => {
      if (bodies.some((body) => body.type === log.failOn)) throw new AppError('disk-full', 'disk full');
      appends.push(bodies);
      return keep(bodies, stamps);
    },
    read: async (_, after) => stored.slice(after),
    changes: createChanges(() => 0),
    getSession: async () => ({ lastSeq: stored.length }) as Awaited<ReturnType<LiveStore['getSession']>>,
  };
  const live = createLiveSession(store, 's');
  const log = { appends, failOn, live, writer: live.as(LOCAL_USER) };
  return log;
}

test('deltas of one kind are joined and stored with the event that follows, in order', async () => {
  const { appends, writer } = createLog();
  for (const body of [
    text('a'),
    text('b'),
    text('c', 2),
    print('1'),
    print('2'),
    print('e', 'stderr'),
    end,
  ]) {
    await writer.write(body);
  }
  expect(appends.flat()).toEqual([text('ab'), text('c', 2), print('12'), print('e', 'stderr'), end]);
});

test('text that stands for what was left out is not joined to what comes before it', async () => {
  const omitted = { pieces: [], characters: 5, lines: 0 };
  const tail = (text: string): EventBody => ({
    type: 'output-append',
    cellId: 'c',
    output: { output_type: 'stream', name: 'stdout', text, omitted },
  });
  expect(joinDeltas(print('a'), print('b'))).toEqual(print('ab'));
  expect(joinDeltas(print('a'), tail('b'))).toBeNull();
  expect(joinDeltas(tail('a'), print('b'))).toEqual(tail('ab'));
});

test('a lone delta is stored on flush', async () => {
  const { appends, live, writer } = createLog();
  await writer.write(text('a'));
  expect(appends).toEqual([]);
  await live.flush();
  expect(appends).toEqual([[text('a')]]);
});

test('a failed append is told to its writer and does not block the next', async () => {
  const { appends, writer } = createLog({ failOn: 'cell-end' });
  await expect(writer.write(end)).rejects.toThrow('disk full');
  await writer.write({ type: 'session-rename', title: 'x' });
  expect(appends.flat()).toEqual([{ type: 'session-rename', title: 'x' }]);
});

test('deltas that could not be stored wait for the next append that succeeds', async () => {
  const log = createLog({ failOn: 'text-delta' });
  await log.writer.write(text('a'));
  await expect(log.live.flush()).rejects.toThrow('disk full');
  log.failOn = undefined;
  await log.writer.write(end);
  expect(log.appends.flat()).toEqual([text('a'), end]);

  log.failOn = 'text-delta';
  await log.writer.write(text('b'));
  await expect(log.live.flush()).rejects.toThrow('disk full');
  await expect(log.writer.write(end)).rejects.toThrow('disk full');
  log.failOn = undefined;
  const rename: EventBody = { type: 'session-rename', title: 'x' };
  await log.writer.write(rename);
  expect(log.appends.flat()).toEqual([text('a'), end, text('b'), rename]);
});

test('a writer of deltas is told that those before could not be stored, which go with the end of its work', async () => {
  const log = createLog({ failOn: 'text-delta' });
  await log.writer.write(text('a'));
  await log.writer.write(text('b'.repeat(70_000)));
  await expect(log.writer.write(text('c'))).rejects.toThrow('disk full');
  await log.writer.writeAtLast([end]);
  const all = [text(`a${'b'.repeat(70_000)}`), end];
  expect(log.live.unstored).toMatchObject(all.map((body, index) => ({ ...body, seq: index + 1 })));
  expect(log.appends).toEqual([]);
  log.failOn = undefined;
  await log.live.flush();
  expect(log.appends).toEqual([all]);
  expect(log.live.unstored).toEqual([]);
});

test('very many events are stored together', async () => {
  const { appends, writer } = createLog();
  await writer.writeAll(Array.from({ length: 300_000 }, () => end));
  expect(appends.at(-1)).toHaveLength(300_000);
});

test('an event that others are about to follow is stored with the next, or by itself after a moment', async () => {
  const { appends, writer } = createLog();
  const names: EventBody = { type: 'kernel-names', names: [] };
  await writer.write(text('a'));
  await writer.writeSoon(names);
  expect(appends).toEqual([]);
  await writer.write(end);
  expect(appends).toEqual([[text('a'), names, end]]);
  await writer.writeSoon(names);
  await expect.poll(() => appends).toEqual([[text('a'), names, end], [names]]);
});

test('what is accepted is folded at once, and what could not be stored is taken out again', async () => {
  const log = createLog({ failOn: 'session-rename' });
  const { live, writer } = log;
  await live.read();
  const storing = writer.write({
    type: 'cell-insert',
    cellId: 'c',
    cellType: 'code',
    source: '1',
    ...BY_USER,
  });
  expect(live.session?.cells).toHaveLength(1);
  await storing;
  await writer.write(print('a'));
  const failing = writer.write({ type: 'session-rename', title: 'new' });
  expect(live.session?.title).toBe('new');
  await expect(failing).rejects.toThrow('disk full');
  expect(live.session?.title).not.toBe('new');
  expect(live.session?.cells[0]?.outputs).toHaveLength(1);
  const accepted = live.session;
  expect(await live.read()).toEqual({ ...accepted, seq: 2 });
  live.unload();
  expect(await live.read()).toEqual({ ...accepted, seq: 2 });
});

const BY_USER = { author: 'human', role: 'code', runId: null, step: null } as const;
