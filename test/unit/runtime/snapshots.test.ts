import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { createSessionLogs } from '../../../lib/runtime/events/session-logs.ts';
import { createSqliteStore } from '../../../lib/store/sqlite/sqlite-store.ts';
import { insertCell } from '../../helpers/session-events.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const print = (text: string): EventBody => ({
  type: 'output-append',
  cellId: 'cell-a',
  output: { output_type: 'stream', name: 'stdout', text },
});

test('a long session opens from a snapshot and the events after it, and from its log where that cannot be used', async () => {
  const path = join(await createTempDir(), 'actbook.db');
  const store = await createSqliteStore(path);
  const database = new DatabaseSync(path);
  onTestFinished(async () => {
    database.close();
    await store.dispose();
  });
  await store.createSession('s', [
    { type: 'session-start', kernelName: 'python3', title: 'long' },
    insertCell('cell-a', 'for n in range(2000): print(n, end="\\r")'),
    { type: 'cell-start', cellId: 'cell-a' },
    ...Array.from({ length: 2000 }, (_, index) => print(`${index} of 2000\r`)),
  ]);
  const open = async () => {
    const read = vi.fn(store.read);
    const session = await createSessionLogs({ ...store, read }).readSession('s');
    return { session, from: read.mock.calls[0]?.[1] };
  };
  const first = await open();
  expect(first).toMatchObject({ from: 0, session: { seq: 2003 } });
  await vi.waitFor(() => expect(database.prepare('select * from snapshots').all()).toHaveLength(1));
  expect(await open()).toEqual({ session: first.session, from: 2003 });
  // The terminal's cursor is at the start of its line still.
  await store.append('s', [print('done')]);
  const later = await open();
  expect(later.from).toBe(2003);
  const unusable = [
    `update snapshots set data = x'00'`,
    `update snapshots set code = 'other code'`,
    'delete from snapshots',
  ];
  for (const change of unusable) {
    database.exec(change);
    expect(await open()).toEqual({ session: later.session, from: 0 });
    await vi.waitFor(async () => expect((await open()).from).toBe(2004));
  }
  // The log of a home that was put back from a copy may be shorter.
  database.exec(`delete from events where seq > 2000; update sessions set last_seq = 2000`);
  expect((await open()).from).toBe(0);
  await store.deleteSession('s');
  expect(database.prepare('select * from snapshots').all()).toEqual([]);
});
