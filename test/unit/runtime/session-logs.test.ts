import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { LOCAL_USER } from '../../../lib/protocol/events/principal.ts';
import { createSessionLogs } from '../../../lib/runtime/events/session-logs.ts';
import { createSqliteStore } from '../../../lib/store/sqlite/sqlite-store.ts';
import { insertCell } from '../../helpers/session-events.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const held: EventBody = { type: 'session-rename', title: 'held' };
const insert = insertCell('cell-b', 'by the other process');

test('events that wait to be stored are in what is read, and leave nothing behind when others take their numbers', async () => {
  const path = join(await createTempDir(), 'actbook.db');
  const [store, other] = await Promise.all([
    createSqliteStore(path, { lockWaitMs: 100 }),
    createSqliteStore(path),
  ]);
  onTestFinished(async () => void (await Promise.all([store.dispose(), other.dispose()])));
  await store.createSession('s', [{ type: 'session-start', kernelName: 'python3', title: 'first' }]);
  const logs = createSessionLogs(store);
  const lock = new DatabaseSync(path);
  lock.exec('begin immediate');
  await logs.writerOf('s', LOCAL_USER).writeAtLast([held]);
  expect(await logs.readSession('s')).toMatchObject({ title: 'held', seq: 2 });
  // The other process comes first.
  lock
    .prepare('insert into events (session_id, seq, at, type, data) values (?, 2, 0, ?, ?)')
    .run('s', insert.type, JSON.stringify(insert));
  lock.exec(`update sessions set last_seq = 2 where id = 's'; commit`);
  lock.close();
  await logs.writerOf('s', LOCAL_USER).write({ type: 'session-rename', title: 'last' });
  const read = await logs.readSession('s');
  expect(read).toMatchObject({ title: 'last', seq: 4, cells: [{ id: 'cell-b' }] });
  expect(read).toEqual(await createSessionLogs(other).readSession('s'));
});

test('what this process stores is in memory at once, and not what another one has written in between', async () => {
  const path = join(await createTempDir(), 'actbook.db');
  const [store, other] = await Promise.all([createSqliteStore(path), createSqliteStore(path)]);
  onTestFinished(async () => void (await Promise.all([store.dispose(), other.dispose()])));
  await store.createSession('s', [{ type: 'session-start', kernelName: 'python3', title: 'first' }]);
  const logs = createSessionLogs(store);
  const live = await logs.openSession('s');
  const rename = (title: string): EventBody => ({ type: 'session-rename', title });
  await logs.writerOf('s', LOCAL_USER).write(rename('second'));
  expect(live.session).toMatchObject({ title: 'second', seq: 2 });
  await other.append('s', [insert]);
  await logs.writerOf('s', LOCAL_USER).write(rename('third'));
  expect(live.session).toMatchObject({ title: 'third', cells: [] });
  // Written while others read: none of it is missing afterwards, or there twice.
  const [read] = await Promise.all([
    logs.readSession('s'),
    logs.writerOf('s', LOCAL_USER).write(rename('fourth')),
    logs.readSession('s'),
    logs.writerOf('s', LOCAL_USER).write({ ...insert, cellId: 'cell-c' }),
  ]);
  expect(read.cells[0]).toMatchObject({ id: 'cell-b' });
  const now = await logs.readSession('s');
  expect(now).toMatchObject({ title: 'fourth', seq: 6, cells: [{ id: 'cell-b' }, { id: 'cell-c' }] });
  expect(live.session).toEqual(now);
  expect(now).toEqual(await createSessionLogs(other).readSession('s'));
});

test('how work ended is in what is in memory, before it could be stored and after', async () => {
  const path = join(await createTempDir(), 'actbook.db');
  const store = await createSqliteStore(path, { lockWaitMs: 100 });
  onTestFinished(() => store.dispose());
  await store.createSession('s', [{ type: 'session-start', kernelName: 'python3', title: 'first' }]);
  const logs = createSessionLogs(store);
  const live = await logs.openSession('s');
  await logs.writerOf('s', LOCAL_USER).writeAtLast([held]);
  expect(live.session).toMatchObject({ title: 'held' });
  expect(await logs.readSession('s')).toMatchObject({ title: 'held' });
  expect(live.session).toMatchObject({ title: 'held' });
  const lock = new DatabaseSync(path);
  lock.exec('begin immediate');
  await logs.writerOf('s', LOCAL_USER).writeAtLast([{ type: 'session-rename', title: 'held again' }]);
  expect(await logs.readSession('s')).toMatchObject({ title: 'held again' });
  expect(live.session).toMatchObject({ title: 'held again', seq: 3 });
  lock.exec('rollback');
  lock.close();
  await vi.waitFor(async () => expect(await store.getSession('s')).toMatchObject({ lastSeq: 3 }), 5000);
  await logs.writerOf('s', LOCAL_USER).write({ type: 'session-rename', title: 'after' });
  expect(live.session).toMatchObject({ title: 'after', seq: 4 });
  expect(await logs.readSession('s')).toEqual(await createSessionLogs(store).readSession('s'));
});
