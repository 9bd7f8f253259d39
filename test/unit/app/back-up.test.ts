import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { describeLostCommits } from '../../../lib/app/describe-damage.ts';
import { recoverHome } from '../../../lib/app/recover-home.ts';
import type { EventBody } from '../../../lib/protocol/events/event.ts';
import { backUp } from '../../../lib/store/sqlite/back-up.ts';
import { findLostCommits } from '../../../lib/store/sqlite/find-lost-commits.ts';
import { createSqliteStore } from '../../../lib/store/sqlite/sqlite-store.ts';
import { createTempDir } from '../../helpers/temp-dir.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const PAGE_BYTES = 4096;
const rename = (title: string): EventBody => ({ type: 'session-rename', title });
const start = (title: string): EventBody => ({ type: 'session-start', title, kernelName: 'python3' });
const { signal } = new AbortController();

async function openHome() {
  const home = await createTempDir();
  const path = join(home, 'actbook.db');
  const store = await createSqliteStore(path);
  onTestFinished(() => store.dispose());
  return { home, path, store, backups: join(home, 'backups') };
}

/** As a disk does it: a page in the middle of a text gets other bytes. */
async function damage(path: string, text: string): Promise<void> {
  const bytes = await readFile(path);
  const page = Math.ceil(bytes.indexOf(text) / PAGE_BYTES);
  await writeFile(path, bytes.fill(0xff, page * PAGE_BYTES, (page + 1) * PAGE_BYTES));
}

test('a copy is made once a day while the database is written, opens by itself, and two are kept', async () => {
  const { path, store, backups } = await openHome();
  await store.createSession('s', [start('First')]);
  const now = Date.now();
  const writes = Array.from({ length: 50 }, (_, index) => store.append('s', [rename(`${index}`)]));
  const copy = await backUp(path, backups, { signal, now });
  await Promise.all(writes);
  expect(await backUp(path, backups, { signal, now: now + DAY_MS - 2000 })).toBeNull();
  expect((await stat(copy ?? '')).mode & 0o777).toBe(0o600);
  const copied = await createSqliteStore(copy ?? '');
  const events = await copied.read('s', 0);
  await copied.dispose();
  expect(events).toEqual((await store.read('s', 0)).slice(0, events.length));
  for (const day of [1, 2, 3]) await backUp(path, backups, { signal, now: now + day * DAY_MS });
  const names = (await readdir(backups)).filter((name) => name.endsWith('.db'));
  expect(names.map((name) => name.slice(8, 18)).sort()).toEqual(
    [2, 3].map((day) => new Date(now + day * DAY_MS).toISOString().slice(0, 10)),
  );
});

test('a damaged database is not copied, and what can be read of it and of its copies makes a new home', async () => {
  const { home, path, store, backups } = await openHome();
  await store.createSession('sound', [start('Sound'), rename('Sound now')]);
  await store.createSession('hurt', [start('Hurt'), rename('a'.repeat(100_000)), rename('Hurt last')]);
  await store.pinSession('sound', true);
  const created = await store.getSession('sound');
  await writeFile(join(home, 'models.json'), '{}');
  const now = Date.now() - 2 * DAY_MS;
  await backUp(path, backups, { signal, now });
  const before = await readdir(backups);
  await store.append('hurt', [rename('b'.repeat(100_000)), rename('After the copy')]);
  await store.dispose();
  await damage(path, 'a'.repeat(4000));
  await expect(backUp(path, backups, { signal })).rejects.toMatchObject({ code: 'database-damaged' });
  expect(await readdir(backups)).toEqual(before);

  const target = join(await createTempDir(), 'new');
  const { sessions, lostFiles } = await recoverHome(home, target);
  expect(lostFiles).toEqual([]);
  expect(sessions).toEqual([
    { id: 'sound', title: 'Sound now', saved: 2, total: 2, copiedAt: null },
    { id: 'hurt', title: 'After the copy', saved: 3, total: 5, copiedAt: Math.floor(now / 1000) * 1000 },
  ]);
  expect((await readdir(target)).filter((name) => !name.startsWith('actbook.db'))).toEqual(['models.json']);
  const again = await createSqliteStore(join(target, 'actbook.db'));
  onTestFinished(() => again.dispose());
  expect(await again.getSession('sound')).toEqual(created);
  expect(await again.getSession('hurt')).toMatchObject({ title: 'Hurt last', lastSeq: 3 });
  await again.append('hurt', [rename('It continues')]);
  await expect(recoverHome(home, target)).rejects.toMatchObject({ code: 'bad-request' });
});

test('a file that is not a database any more is recovered from its copy', async () => {
  const { home, path, store, backups } = await openHome();
  await store.createSession('s', [start('Kept')]);
  await backUp(path, backups, { signal });
  await store.dispose();
  await writeFile(path, 'no database '.repeat(1000));
  const { sessions } = await recoverHome(home, join(await createTempDir(), 'new'));
  expect(sessions).toMatchObject([{ id: 's', title: 'Kept', saved: 1, total: null }]);
});

test('stored changes that a damaged write-ahead log has lost are counted, and those of a power cut are not', async () => {
  const { home, path, store } = await openHome();
  await store.createSession('s', [start('First')]);
  for (let index = 0; index < 10; index++) await store.append('s', [rename(`${index}`)]);
  const wal = await readFile(`${path}-wal`);
  const other = join(await createTempDir(), 'other.db');
  const find = async (bytes: Buffer) => {
    await writeFile(`${other}-wal`, bytes);
    return findLostCommits(other);
  };
  const flip = (at: number) => Buffer.from(wal).fill(wal.readUInt8(at) ^ 0xff, at, at + 1);
  const frameBytes = PAGE_BYTES + 24;
  expect(await find(wal)).toBe(0);
  expect(await find(wal.subarray(0, -100))).toBe(0);
  expect(await find(flip(wal.length - 100))).toBe(0);
  expect(await find(Buffer.alloc(wal.length))).toBe(0);
  expect(await find(flip(10))).toBe(1);
  expect(await find(flip(32 + frameBytes + 1000))).toBeGreaterThan(8);
  expect(await describeLostCommits(home)).toBeNull();
  await writeFile(`${path}-wal`, flip(32 + frameBytes + 1000));
  expect(await describeLostCommits(home)).toContain(`${path}-wal is damaged`);
  // What the log had lost, SQLite says nothing of.
  const database = new DatabaseSync(path);
  database.close();
});
