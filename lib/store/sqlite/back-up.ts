/** Copies of the database, one a day, next to it. Each is whole, checked, and opened like the database itself. */
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { AppError } from '../../util/app-error.ts';
import { DISK_FULL } from '../../util/to-disk-error.ts';
import { syncPath } from '../files/sync-path.ts';
import { explainSqliteError } from './explain-sqlite-error.ts';
import { findDamage } from './find-damage.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT = 2;
/** `actbook-2026-11-28T19-46-00.db`, in UTC. */
const NAME = /^actbook-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)\.db$/;
const PART = '.part';

export interface DatabaseCopy {
  path: string;
  /** Milliseconds since 1970. */
  madeAt: number;
}

/** Newest first; empty without the folder. */
export async function listCopies(dir: string): Promise<DatabaseCopy[]> {
  const names = await readdir(dir).catch(() => []);
  return names
    .flatMap((name) => {
      const [, day, hour, minute, second] = NAME.exec(name) ?? [];
      if (day === undefined) return [];
      return [{ path: join(dir, name), madeAt: Date.parse(`${day}T${hour}:${minute}:${second}Z`) }];
    })
    .sort((one, other) => other.madeAt - one.madeAt);
}

/**
 * Makes a copy if the newest is a day old, and removes all but two. Resolves to its path, or to null when none is due. Throws
 * AppError `database-damaged` for a damaged database, whose earlier copies stay, and what {@link explainSqliteError} says.
 */
export async function backUp(
  path: string,
  dir: string,
  { signal, now = Date.now() }: { signal: AbortSignal; now?: number },
): Promise<string | null> {
  const copies = await listCopies(dir);
  // A clock that was ahead must not end the copies.
  const newest = copies.find(({ madeAt }) => madeAt <= now);
  if (newest && now - newest.madeAt < DAY_MS) return null;
  await mkdir(dir, { recursive: true, mode: 0o700 });
  await removeParts(dir, now);
  const stamp = new Date(now).toISOString().slice(0, 19).replaceAll(':', '-');
  const copy = join(dir, `actbook-${stamp}.db`);
  const part = `${copy}.${process.pid}${PART}`;
  try {
    await requireSpace(path);
    await copyTo(part, path);
    if (await findDamage(part, signal)) {
      const message = `${basename(path)} is damaged, so it was not copied. The earlier copies stay.`;
      throw new AppError('database-damaged', message);
    }
    await rename(part, copy);
    await syncPath(dir);
  } catch (error) {
    throw explainSqliteError(error, path);
  } finally {
    for (const end of ['', '-journal', '-wal', '-shm']) await rm(`${part}${end}`, { force: true });
  }
  const old = [{ path: copy }, ...copies.filter(({ madeAt }) => madeAt <= now)].slice(KEPT);
  for (const each of old) await rm(each.path, { force: true });
  return copy;
}

/** Copies by SQLite's own means: what other connections write meanwhile is in the copy whole, or not at all. */
async function copyTo(part: string, path: string): Promise<void> {
  await (await open(part, 'wx', 0o600)).close();
  const source = new DatabaseSync(path, { readOnly: true });
  try {
    // The copy is made in one step: a write between two would begin it again.
    await backup(source, part, { rate: 2 ** 30 });
  } finally {
    source.close();
  }
  const copied = new DatabaseSync(part);
  try {
    // One file, which needs no other next to it.
    copied.exec('pragma journal_mode = delete');
  } finally {
    copied.close();
  }
  await syncPath(part);
}

async function requireSpace(path: string): Promise<void> {
  const { size } = await stat(path);
  const { bavail, bsize } = await statfs(dirname(path));
  // A copy must not take the space that notebooks need.
  if (bavail * bsize < 2 * size) throw new AppError('disk-full', DISK_FULL);
}

/** Removes what a process left that ended while it made a copy. */
async function removeParts(dir: string, now: number): Promise<void> {
  for (const name of (await readdir(dir)).filter((each) => each.endsWith(PART))) {
    const file = join(dir, name);
    const found = await stat(file).catch(() => null);
    if (found && now - found.mtimeMs > DAY_MS) await rm(file, { force: true });
  }
}
