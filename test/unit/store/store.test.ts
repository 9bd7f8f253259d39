import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { DEFAULT_LIMITS } from '../../../lib/protocol/run-limits.ts';
import { createFollowSession } from '../../../lib/runtime/events/follow-sessions.ts';
import { createChanges } from '../../../lib/store/sqlite/create-changes.ts';
import { createEventLog } from '../../../lib/store/sqlite/event-log.ts';
import { createHolders } from '../../../lib/store/sqlite/holders.ts';
import { createLeases } from '../../../lib/store/sqlite/leases.ts';
import { openSqlite } from '../../../lib/store/sqlite/open-sqlite.ts';
import { createSessionRows } from '../../../lib/store/sqlite/session-rows.ts';
import { createSqliteStore } from '../../../lib/store/sqlite/sqlite-store.ts';
import type { Store } from '../../../lib/store/store.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const rename = (title: string): EventBody => ({ type: 'session-rename', title });

const ask = (text: string): EventBody => ({
  type: 'run-start',
  runId: 'r',
  task: { text, files: [] },
  model: { id: 'm', label: 'M', kind: 'builtin' },
  limits: DEFAULT_LIMITS,
});

async function openStore(path?: string): Promise<{ store: Store; path: string }> {
  const file = path ?? join(await createTempDir(), 'actbook.db');
  const store = await createSqliteStore(file);
  onTestFinished(() => store.dispose());
  return { store, path: file };
}

test('events come back in order, numbered from 1 without gaps', async () => {
  const { store } = await openStore();
  await store.createSession('s-1');
  await store.append('s-1', [rename('a'), rename('b')]);
  await store.append('s-1', [rename('c')]);
  const events = await store.read('s-1', 0);
  expect(events.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect(events.map((event) => 'title' in event && event.title)).toEqual(['a', 'b', 'c']);
  expect((await store.read('s-1', 1, 1)).map(({ seq }) => seq)).toEqual([2]);
});

test('appending to a session that does not exist is refused', async () => {
  const { store } = await openStore();
  await expect(store.append('s-none', [rename('a')])).rejects.toMatchObject({ code: 'not-found' });
});

test('a damaged event is reported as damage to the database, and other sessions can still be read', async () => {
  const { store, path } = await openStore();
  for (const id of ['s-1', 's-2']) {
    await store.createSession(id);
    await store.append(id, [rename('a')]);
  }
  const database = new DatabaseSync(path);
  database.exec(`UPDATE events SET data = replace(data, '"a"', '"a') WHERE session_id = 's-1'`);
  database.close();
  await expect(store.read('s-1', 0)).rejects.toMatchObject({ code: 'database-damaged' });
  expect(await store.read('s-2', 0)).toHaveLength(1);
});

test('what could not be read back does not get in', async () => {
  const { store } = await openStore();
  await store.createSession('s-1');
  const broken: EventBody = { type: 'cell-end', cellId: 'c', status: 'ok', executionCount: 2 ** 60 };
  await expect(store.append('s-1', [rename('a'), broken])).rejects.toMatchObject({
    code: 'internal',
    message: expect.stringContaining('cell-end.executionCount'),
  });
  expect(await store.read('s-1', 0)).toEqual([]);
});

test('the session list says who waits for a person, also in a database from before it did', async () => {
  const { path } = await openStore();
  const old = new DatabaseSync(path);
  old.exec('alter table sessions drop column open_questions');
  old.close();
  const { store } = await openStore(path);
  await store.createSession('s-1');
  const isWaiting = async () => (await store.getSession('s-1'))?.isWaiting;
  const ask = (requestId: string): EventBody => ({
    type: 'input-request',
    cellId: 'c',
    requestId,
    prompt: '',
    password: false,
  });
  const answer = { type: 'input-reply', cellId: 'c', requestId: 'a', value: '', from: 'human' } as const;
  const end = { type: 'cell-end', cellId: 'c', status: 'ok', executionCount: 1 } as const;
  const approve: EventBody = {
    type: 'approval-request',
    cellId: 'c',
    requestId: 'q',
    reasons: [],
    source: '',
  };
  const again = { type: 'rebuild-end', status: 'stopped' } as const;
  const seen: unknown[] = [await isWaiting()];
  const parts = [[ask('a'), ask('b')], [answer], [end], [approve], [end, approve], [rename('x')], [again]];
  for (const bodies of parts) {
    await store.append('s-1', bodies);
    seen.push(await isWaiting());
  }
  expect(seen).toEqual([false, true, true, false, true, true, true, false]);
});

test('the session list follows the log', async () => {
  const { store } = await openStore();
  await store.createSession('s-1');
  await store.append('s-1', [{ type: 'session-start', title: 'First', kernelName: 'python3' }]);
  expect(await store.listSessions()).toMatchObject([
    { id: 's-1', title: 'First', lastSeq: 1, runStatus: null },
  ]);
  const outcome = { status: 'stopped', reason: 'cancelled', message: '' } as const;
  await store.append('s-1', [{ type: 'run-end', runId: 'r', outcome }]);
  expect(await store.getSession('s-1')).toMatchObject({ runStatus: 'stopped', answer: '', files: [] });
  const refused = { ...outcome, reason: 'no-answer' } as const;
  await store.append('s-1', [{ type: 'run-end', runId: 'r', outcome: refused }]);
  expect(await store.getSession('s-1')).toMatchObject({ runStatus: 'unanswered' });
  const answer = {
    runId: 'r',
    step: 1,
    cellId: 'a',
    cellType: 'markdown',
    role: 'answer',
    author: 'agent',
  } as const;
  const file = { type: 'file-add', bytes: 1, blob: 'x', origin: 'upload' } as const;
  await store.append('s-1', [
    { ...file, name: 'b.csv' },
    { ...file, name: 'a.csv' },
    { ...file, name: 'b.csv' },
    { type: 'cell-insert', ...answer, source: '# Result\n**Two** of `a`.' },
  ]);
  expect(await store.getSession('s-1')).toMatchObject({ answer: 'Two of a.', files: ['b.csv', 'a.csv'] });
  const task = { text: 'And now?', files: [] };
  const model = { id: 'm', label: 'M', kind: 'openai' } as const;
  await store.append('s-1', [{ type: 'run-start', runId: 's', limits: DEFAULT_LIMITS, task, model }]);
  expect(await store.getSession('s-1')).toMatchObject({ answer: '' });
  await store.deleteSession('s-1');
  expect(await store.listSessions()).toEqual([]);
  expect(await store.read('s-1', 0)).toEqual([]);
});

test('sessions are found by title and questions, pinned to the top, put away and brought back', async () => {
  const { store, path } = await openStore();
  for (const [id, title] of [
    ['s-1', 'Sales'],
    ['s-2', 'Café crème'],
    ['s-3', 'Penguins'],
  ] as const) {
    await store.createSession(id);
    await store.append(id, [rename(title)]);
  }
  const createdAt = Date.now();
  await vi.waitUntil(() => Date.now() > createdAt, { interval: 1 });
  await store.append('s-1', [ask('How many\npenguins are there?')]);
  await store.append('s-1', [ask('And which year was best?')]);
  const find = async (search: string) => (await store.listSessions(search)).map(({ id }) => id);
  expect(await find('PENGUINS')).toEqual(['s-1', 's-3']);
  expect(await find('sales year')).toEqual(['s-1']);
  expect(await find('cafe')).toEqual(['s-2']);
  expect(await find('50%')).toEqual([]);
  expect((await store.listSessions('penguins'))[0]?.question).toBe('How many penguins are there?');
  expect((await store.listSessions('sales'))[0]?.question).toBeUndefined();
  const long = `Über ${'½ ﬁne '.repeat(100)}then the zebra ran ${'on '.repeat(100)}`;
  await store.append('s-1', [ask(long)]);
  for (const search of ['zebra', 'year zebra ran'])
    expect((await store.listSessions(search))[0]?.question).toContain('zebra');

  const first = async (search: string) => {
    const { sessions, total } = await store.listFirstSessions(search, 1);
    return [sessions.map(({ id }) => id), total];
  };
  expect([await first(''), await first('penguins'), await first('whales')]).toEqual([
    [['s-1'], 3],
    [['s-1'], 2],
    [[], 0],
  ]);

  await store.pinSession('s-2', true);
  expect(await find('')).toEqual(['s-2', 's-1', 's-3']);
  await store.pinSession('s-2', false);
  expect(await find('')).toEqual(['s-1', 's-3', 's-2']);

  const tail = createFollowSession(store)('s-3', 0, new AbortController().signal)[Symbol.asyncIterator]();
  await tail.next();
  const other = (await openStore(path)).store;
  await other.discardSession('s-3');
  expect((await tail.next()).done).toBe(true);
  expect([await store.getSession('s-3'), await find('')]).toEqual([null, ['s-1', 's-2']]);
  expect(await store.listDiscarded()).toMatchObject([{ id: 's-3', title: 'Penguins' }]);
  expect(await store.restoreSession('s-3')).toBe(true);
  expect(await store.getSession('s-3')).toMatchObject({ title: 'Penguins' });
  expect(await store.restoreSession('s-none')).toBe(false);
});

test('a database from before sessions could be searched finds the questions that are in it', async () => {
  const { store, path } = await openStore();
  await store.createSession('s-1');
  await store.append('s-1', [ask('Which whales\nsing?')]);
  await store.dispose();
  const db = new DatabaseSync(path);
  db.exec('alter table sessions drop column questions');
  db.close();
  expect((await (await openStore(path)).store.listSessions('whales sing'))[0]?.question).toBe(
    'Which whales sing?',
  );
});

test('a session that cannot have its first events is not created', async () => {
  const { store } = await openStore();
  const broken: EventBody = { type: 'cell-end', cellId: 'c', status: 'ok', executionCount: 2 ** 60 };
  await expect(store.createSession('s-1', [rename('a'), broken])).rejects.toMatchObject({ code: 'internal' });
  expect(await store.getSession('s-1')).toBeNull();
});

test('a session that is followed gives the history, then what any process appends, and ends with its signal', async () => {
  const { store, path } = await openStore();
  const other = await openStore(path);
  await store.createSession('s-1');
  await store.append('s-1', [rename('a')]);
  const controller = new AbortController();
  const titles: unknown[] = [];
  for await (const events of createFollowSession(store)('s-1', 0, controller.signal)) {
    titles.push(...events.map((event) => 'title' in event && event.title));
    if (titles.length === 1) void store.append('s-1', [rename('b')]);
    if (titles.length === 2) void other.store.append('s-1', [rename('c')]);
    if (titles.length === 3) controller.abort();
  }
  expect(titles).toEqual(['a', 'b', 'c']);
});

test('of many who follow a session, one looks for what comes, and all get it once', async () => {
  const { store, path } = await openStore();
  await store.createSession('s-1');
  const { db, readDataVersion } = openSqlite(path);
  const sessions = createSessionRows(db);
  let looks = 0;
  const getSession = async (id: string) => {
    looks += 1;
    return sessions.getSession(id);
  };
  const changes = createChanges(readDataVersion);
  const log = createEventLog(db, {
    leases: createLeases(db, 'own', createHolders(`${path}-locks`, 'own')),
    changes,
  });
  const followSession = createFollowSession({ read: log.read, getSession, changes });
  const controller = new AbortController();
  const titles = ['a', 'b', 'c', 'd'];
  const follow = async () => {
    const seen: unknown[] = [];
    for await (const events of followSession('s-1', 0, controller.signal)) {
      seen.push(...events.map((event) => 'title' in event && event.title));
      if (seen.length === titles.length) return seen;
    }
  };
  const followers = Array.from({ length: 100 }, follow);
  // The last one is another process's.
  for (const title of titles) await (title === 'd' ? store : log).append('s-1', [rename(title)]);
  expect(await Promise.all(followers)).toEqual(followers.map(() => titles));
  controller.abort();
  changes.dispose();
  await db.destroy();
  // Each time that somebody finds nothing, this is asked: once at the start, and after each event.
  expect(looks).toBeLessThan(20);
});

test('following ends when the session is deleted', async () => {
  const { store } = await openStore();
  await store.createSession('s-1');
  await store.append('s-1', [rename('a')]);
  let batches = 0;
  for await (const _ of createFollowSession(store)('s-1', 0, new AbortController().signal)) {
    batches++;
    void store.deleteSession('s-1');
  }
  expect(batches).toBe(1);
});

test('two processes writing at once lose and double nothing', async () => {
  const { store, path } = await openStore();
  await store.createSession('s-1');
  const writers = ['x', 'y'].map((name) =>
    fork(join(import.meta.dirname, '../../helpers/store/append-many.ts'), [path, 's-1', name, '200']),
  );
  const codes = await Promise.all(writers.map(async (writer) => (await once(writer, 'exit'))[0]));
  expect(codes).toEqual([0, 0]);
  const events = await store.read('s-1', 0);
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 400 }, (_, index) => index + 1));
  const titles = events.map((event) => ('title' in event ? event.title : ''));
  expect(new Set(titles).size).toBe(400);
});

test('a lease is held by one process at a time and freed when its holder is gone', async () => {
  const { store, path } = await openStore();
  await store.createSession('s-1');
  const holder = fork(join(import.meta.dirname, '../../helpers/store/claim-lease.ts'), [path, 's-1']);
  await once(holder, 'message');
  await expect(store.claimLease({ kind: 'run', sessionId: 's-1' })).rejects.toMatchObject({
    code: 'conflict',
  });
  expect(await store.takeAbandonedLeases()).toEqual([]);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  expect(await store.takeAbandonedLeases()).toEqual([{ kind: 'run', sessionId: 's-1' }]);
  await store.claimLease({ kind: 'run', sessionId: 's-1' });
});

test('what is held has one holder each, whose address other processes are told', async () => {
  const { store, path } = await openStore();
  const other = await openStore(path);
  await store.createSession('s-1');
  const branch = { kind: 'kernel', sessionId: 's-1', id: 'k-2' } as const;
  await store.claimLease({ kind: 'kernel', sessionId: 's-1' });
  expect(await other.store.findHolder({ kind: 'kernel', sessionId: 's-1' })).toEqual({ address: null });
  await store.setAddress('http://127.0.0.1:8000');
  await expect(other.store.claimLease({ kind: 'kernel', sessionId: 's-1' })).rejects.toMatchObject({
    message: expect.stringContaining(
      'another Actbook process (http://127.0.0.1:8000). Close that one first.',
    ),
  });
  expect(await other.store.findHolder(branch)).toBeNull();
  await other.store.claimLease(branch);
  await other.store.dispose();
  expect(await store.takeAbandonedLeases()).toEqual([branch]);
});

test('a process of an earlier version keeps its leases while it renews them', async () => {
  const { path, store: first } = await openStore();
  await first.createSession('s-1');
  await first.dispose();
  const old = new DatabaseSync(path);
  onTestFinished(() => old.close());
  old.exec(`drop table leases; create table leases (kind text not null, session_id text not null, owner text not null,
    owner_pid integer not null, lease_until integer not null, primary key (session_id, kind));
    insert into leases values ('run', 's-1', 'old', 1, ${Date.now() + 60_000})`);
  const { store } = await openStore(path);
  expect(await store.takeAbandonedLeases()).toEqual([]);
  old.exec(`update leases set lease_until = 1 where owner = 'old'`);
  expect(await store.takeAbandonedLeases()).toEqual([{ kind: 'run', sessionId: 's-1' }]);
});

test('a lease that ran out while the computer slept is left to its holder, which still lives', async () => {
  const { store, path } = await openStore();
  const other = await openStore(path);
  await store.createSession('s-1');
  await store.claimLease({ kind: 'run', sessionId: 's-1' });
  const database = new DatabaseSync(path);
  database.exec('update leases set lease_until = 1');
  database.close();
  expect(await other.store.takeAbandonedLeases()).toEqual([]);
  const afterGrace = performance.now() + 60_000;
  vi.spyOn(performance, 'now').mockReturnValue(afterGrace);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await other.store.takeAbandonedLeases()).toEqual([{ kind: 'run', sessionId: 's-1' }]);
});

test('a process whose lease was taken while it was stopped writes no more into the session', async () => {
  const { store, path } = await openStore();
  const other = await openStore(path);
  await store.createSession('s-1');
  await store.claimLease({ kind: 'run', sessionId: 's-1' });
  await store.append('s-1', [rename('mine')]);
  const database = new DatabaseSync(path);
  database.exec('delete from leases');
  database.close();
  await other.store.claimLease({ kind: 'run', sessionId: 's-1' });
  await other.store.append('s-1', [rename('theirs')]);
  await expect(store.append('s-1', [rename('late')])).rejects.toMatchObject({ code: 'conflict' });
  await store.releaseLease({ kind: 'run', sessionId: 's-1' });
  await store.append('s-1', [rename('a reader again')]);
  const titles = (await store.read('s-1', 0)).map((event) => 'title' in event && event.title);
  expect(titles).toEqual(['mine', 'theirs', 'a reader again']);
});

test('logins are known until they expire', async () => {
  const { store } = await openStore();
  await store.addLogin('live', Date.now() + 60_000);
  await store.addLogin('old', Date.now() - 1);
  expect([await store.hasLogin('live'), await store.hasLogin('old'), await store.hasLogin('none')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('sessions with a run in progress are found without the others', async () => {
  const { store } = await openStore();
  for (const id of ['s-1', 's-2', 's-3']) await store.createSession(id, [ask('Why?')]);
  await store.append('s-2', [{ type: 'run-end', runId: 'r', outcome: { status: 'answered' } }]);
  await store.discardSession('s-3');
  expect((await store.listRunningSessions()).map(({ id }) => id)).toEqual(['s-1']);
});
