import { chmod, mkdir, open, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { Event, EventBody } from '../../../lib/protocol/events/event.ts';
import { SYSTEM } from '../../../lib/protocol/events/principal.ts';
import { createSessionLogs, type SessionLogs } from '../../../lib/runtime/events/session-logs.ts';
import { createFileBlobs } from '../../../lib/store/files/file-blobs.ts';
import { createSqliteStore } from '../../../lib/store/sqlite/sqlite-store.ts';
import { becomeOther } from '../../helpers/become-other.ts';
import { mountSmallDisk } from '../../helpers/store/small-disk.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const rename = (title: string): EventBody => ({ type: 'session-rename', title });
const runEnd: EventBody = {
  type: 'run-end',
  runId: 'r',
  outcome: { status: 'failed', code: 'disk-full', message: 'The disk is full.' },
};

async function openStore(dir: string, lockWaitMs?: number) {
  const path = join(dir, 'actbook.db');
  const store = await createSqliteStore(path, lockWaitMs === undefined ? {} : { lockWaitMs });
  onTestFinished(() => store.dispose());
  await store.createSession('s');
  return { path, store };
}

/** What those who follow the session get, until they have `count` events. */
async function readShown({ follow }: SessionLogs, count: number): Promise<Event[]> {
  const shown: Event[] = [];
  for await (const events of follow('s', 0, new AbortController().signal)) {
    shown.push(...events);
    if (shown.length >= count) break;
  }
  return shown;
}

/** As another program does it; the way back ends it. */
function lock(path: string): () => void {
  const other = new DatabaseSync(path);
  other.exec('begin immediate');
  return () => {
    other.exec('rollback');
    other.close();
  };
}

test('while another program holds the lock reads are answered, and writes wait in order', async () => {
  const { path, store } = await openStore(await createTempDir());
  const unlock = lock(path);
  const writes = ['one', 'two', 'three'].map((title) => store.append('s', [rename(title)]));
  expect(await store.read('s', 0)).toEqual([]);
  expect(await store.getSession('s')).toMatchObject({ lastSeq: 0 });
  unlock();
  expect((await Promise.all(writes)).flat().map(({ seq }) => seq)).toEqual([1, 2, 3]);
  expect(await store.getSession('s')).toMatchObject({ title: 'three', lastSeq: 3 });
});

test('a lock that lasts is reported to all who wait, at their own time, and leaves nothing behind', async () => {
  const { path, store } = await openStore(await createTempDir(), 1_000);
  const unlock = lock(path);
  const startedAt = performance.now();
  const writes = [store.append('s', [rename('x')]), store.createSession('t'), store.addLogin('hash', 1)];
  for (const result of await Promise.allSettled(writes)) {
    expect(result).toMatchObject({
      status: 'rejected',
      reason: {
        code: 'database-locked',
        message: expect.stringContaining(`${path} is locked by another process`),
      },
    });
  }
  expect(performance.now() - startedAt).toBeLessThan(2 * 1_000);
  unlock();
  await store.append('s', [rename('y')]);
  expect((await store.read('s', 0)).map(({ seq }) => seq)).toEqual([1]);
  expect(await store.getSession('t')).toBeNull();
});

test('how work ended on a full disk is shown at once and stored when there is space', async (context) => {
  const disk = await mountSmallDisk(context);
  const { path, store } = await openStore(disk.dir);
  await store.append('s', [rename('before')]);
  await store.claimLease({ kind: 'run', sessionId: 's' });
  await disk.fill();
  const big = rename('x'.repeat(200_000));
  const full = { code: 'disk-full', message: 'The disk is full. Free some space and try again.' };
  await expect(store.append('s', [big])).rejects.toMatchObject(full);
  await expect(store.createSession('t', [big])).rejects.toMatchObject(full);

  // What fits may fit: then it is stored at once, which is as good.
  const logs = createSessionLogs(store);
  const live = logs.writerOf('s', SYSTEM);
  await live.writeAtLast([big, runEnd]);
  await store.releaseLease({ kind: 'run', sessionId: 's' });
  const shown = await readShown(logs, 3);
  expect(shown.map(({ seq, type }) => [seq, type])).toEqual([
    [1, 'session-rename'],
    [2, 'session-rename'],
    [3, 'run-end'],
  ]);
  expect(await logs.summaries.getSession('s')).toMatchObject({ lastSeq: 1, runStatus: 'failed' });
  await expect(live.write(rename('later'))).rejects.toMatchObject(full);

  await disk.empty();
  const reader = new DatabaseSync(path, { readOnly: true });
  onTestFinished(() => reader.close());
  const count = () => reader.prepare('select count(*) as n from events').get()?.n;
  await expect.poll(count).toBe(3);
  await live.write(rename('after'));
  expect((await store.read('s', 0)).slice(0, 3)).toEqual(shown);
  expect((await store.read('s', 3)).map(({ seq }) => seq)).toEqual([4]);
  await store.claimLease({ kind: 'run', sessionId: 's' });
});

test('a file that the disk has no room for leaves nothing of itself', async (context) => {
  const disk = await mountSmallDisk(context);
  const blobs = createFileBlobs(join(disk.dir, 'blobs'));
  await disk.fill();
  await expect(blobs.put(new Uint8Array(1_000_000))).rejects.toMatchObject({
    name: 'AppError',
    code: 'disk-full',
  });
  await disk.empty();
  await blobs.put(new Uint8Array(1_000_000));
  expect((await readdir(join(disk.dir, 'blobs'))).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('nothing is left of a file whose content cannot be held', async () => {
  const dir = await createTempDir();
  const blobs = createFileBlobs(dir, () => Promise.reject(new Error('no lease')));
  await expect(blobs.put(new Uint8Array(10))).rejects.toThrow('no lease');
  expect(await readdir(dir)).toEqual([]);
});

test.each([
  ['a file of another kind', 0, 'The quick brown fox jumps over the lazy dog. '.repeat(500)],
  ['a header of zeros', 0, '\0'.repeat(100)],
])('%s is named, with what to do', async (_name, offset, text) => {
  const dir = await createTempDir();
  const path = join(dir, 'actbook.db');
  const first = await createSqliteStore(path);
  await first.createSession('s');
  await first.dispose();
  const file = await open(path, 'r+');
  await file.write(text, offset);
  await file.close();
  const error = await createSqliteStore(path).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'AppError', code: 'database-damaged' });
  expect(String(error)).toContain(path);
  expect(String(error)).toContain('backup');
});

test('the database is readable by its owner alone, in an open home and from an earlier version', async () => {
  const dir = await createTempDir();
  const umask = process.umask(0o022);
  onTestFinished(() => void process.umask(umask));
  await writeFile(join(dir, 'actbook.db'), '', { mode: 0o644 });
  await openStore(dir);
  const names = (await readdir(dir)).sort();
  expect(names).toEqual(['actbook.db', 'actbook.db-shm', 'actbook.db-wal']);
  const modes = await Promise.all(names.map(async (name) => (await stat(join(dir, name))).mode & 0o777));
  expect(modes).toEqual([0o600, 0o600, 0o600]);
});

test('a database that this user may write and does not own is opened, one that is closed is named', async (context) => {
  const dir = await createTempDir();
  const path = join(dir, 'actbook.db');
  await writeFile(path, '');
  await chmod(path, 0o666);
  await chmod(dir, 0o777);
  const locked = join(dir, 'locked');
  await mkdir(locked, { mode: 0o555 });
  becomeOther(context);
  const store = await createSqliteStore(path);
  onTestFinished(() => store.dispose());
  await store.createSession('s');
  expect((await stat(path)).mode & 0o777).toBe(0o666);
  await expect(createSqliteStore(join(locked, 'actbook.db'))).rejects.toMatchObject(CLOSED);
});

test('a folder that cannot be created is reported as a database that cannot be opened', async () => {
  const file = join(await createTempDir(), 'file');
  await writeFile(file, '');
  for (const home of [file, join(file, 'home')])
    await expect(createSqliteStore(join(home, 'actbook.db'))).rejects.toMatchObject(CLOSED);
});

const CLOSED = {
  name: 'AppError',
  code: 'disk-failed',
  message: expect.stringMatching(/actbook\.db cannot be opened or written/),
};

test('events that wait for a lock are stored once, whoever stores them', async () => {
  const { path, store } = await openStore(await createTempDir(), 300);
  const unlock = lock(path);
  const live = createSessionLogs(store).writerOf('s', SYSTEM);
  await live.writeAtLast([runEnd]);
  const writes = ['one', 'two', 'three'].map((title) => live.write(rename(title)));
  unlock();
  await Promise.all(writes);
  const types = (await store.read('s', 0)).map(({ type }) => type);
  expect(types).toEqual(['run-end', 'session-rename', 'session-rename', 'session-rename']);
});
