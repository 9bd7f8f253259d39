import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { EventBody } from '../../lib/protocol/events/event.ts';
import { createSessionLogs } from '../../lib/runtime/events/session-logs.ts';
import { createSqliteStore } from '../../lib/store/sqlite/sqlite-store.ts';
import { createTempDir } from '../helpers/temp-dir.ts';

const held: EventBody = { type: 'session-rename', title: 'held' };
const insert: EventBody = {
  type: 'cell-insert',
  cellId: 'cell-b',
  cellType: 'markdown',
  source: 'by the other process',
  author: 'human',
  role: 'note',
  runId: null,
  step: null,
};

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
  await logs.writerOf('s').writeAtLast([held]);
  expect(await logs.readSession('s')).toMatchObject({ title: 'held', seq: 2 });
  // The other process comes first.
  lock
    .prepare('insert into events (session_id, seq, at, type, data) values (?, 2, 0, ?, ?)')
    .run('s', insert.type, JSON.stringify(insert));
  lock.exec(`update sessions set last_seq = 2 where id = 's'; commit`);
  lock.close();
  await logs.writerOf('s').write({ type: 'session-rename', title: 'last' });
  const read = await logs.readSession('s');
  expect(read).toMatchObject({ title: 'last', seq: 4, cells: [{ id: 'cell-b' }] });
  expect(read).toEqual(await createSessionLogs(other).readSession('s'));
});
