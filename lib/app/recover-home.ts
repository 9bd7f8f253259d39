/** A new home from one whose database is damaged: what can be read of it, and what its daily copies have instead. */
import { constants } from 'node:fs';
import { chmod, copyFile, lchown, lstat, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { listCopies } from '../store/sqlite/back-up.ts';
import {
  type DamagedDatabase,
  openDamaged,
  restoreRows,
  type SavedEvents,
  type SavedRow,
} from '../store/sqlite/read-damaged.ts';
import { createSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { AppError, toMessage } from '../util/app-error.ts';

export interface RecoveredSession {
  id: string;
  title: string;
  /** How many of its events were saved. */
  saved: number;
  /** How many it had; null where nobody knows. */
  total: number | null;
  /** When the copy was made that it is from, milliseconds since 1970; null: it is from the database itself. */
  copiedAt: number | null;
}

export interface RecoveredHome {
  sessions: RecoveredSession[];
  /** Files that could not be copied, and why. */
  lostFiles: string[];
}

interface Source extends DamagedDatabase {
  copiedAt: number | null;
}

/** Not of a home: its database, what describes running processes, and copies of the database. */
const LEFT_OUT = /^(?:actbook\.db.*|kernels|servers|backups)$/;

/** Throws AppError `bad-request` unless the new folder is empty or does not exist, and `not-found` without a database. */
export async function recoverHome(homeDir: string, targetDir: string): Promise<RecoveredHome> {
  const present = await readdir(targetDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new AppError('bad-request', `${targetDir} cannot be used: ${error.message}.`);
  });
  if (present.length > 0) throw new AppError('bad-request', `${targetDir} is not empty. Name a new folder.`);
  const sources = await openSources(homeDir);
  if (sources.length === 0)
    throw new AppError('not-found', `There is no database in ${homeDir}, nor a copy of one.`);
  await mkdir(targetDir, { recursive: true, mode: 0o700 });
  try {
    const sessions = await saveSessions(sources, join(targetDir, 'actbook.db'));
    const lostFiles: string[] = [];
    await copyFolder(homeDir, targetDir, lostFiles, (name) => LEFT_OUT.test(name));
    return { sessions, lostFiles };
  } finally {
    for (const source of sources) source.close();
  }
}

async function openSources(homeDir: string): Promise<Source[]> {
  const copies = await listCopies(join(homeDir, 'backups'));
  const files = [{ path: join(homeDir, 'actbook.db'), madeAt: null }, ...copies];
  return files.flatMap(({ path, madeAt }) => {
    const source = openDamaged(path);
    return source ? [{ ...source, copiedAt: madeAt }] : [];
  });
}

async function saveSessions(sources: readonly Source[], path: string): Promise<RecoveredSession[]> {
  const store = await createSqliteStore(path);
  const ids = new Set(sources.flatMap(({ sessions }) => [...sessions.keys()]));
  const saved: RecoveredSession[] = [];
  const rows = new Map<string, SavedRow>();
  try {
    for (const id of ids) {
      const { best, copiedAt } = findBest(sources, id);
      const known = sources.flatMap(({ sessions }) => sessions.get(id) ?? []);
      const row = known.find(({ title }) => title !== null) ?? known[0];
      // A copy does not know how many there were in the end.
      const total = sources.find((each) => each.copiedAt === null)?.sessions.get(id)?.last_seq ?? null;
      saved.push({ id, title: row?.title ?? '', saved: best.bodies.length, total, copiedAt });
      if (best.bodies.length === 0) continue;
      await store.createSession(id, best.bodies, best.stamps);
      if (row) rows.set(id, row);
    }
  } finally {
    await store.dispose();
  }
  restoreRows(path, rows);
  return saved;
}

/** The longest; the database itself where a copy has no more. */
function findBest(sources: readonly Source[], id: string): { best: SavedEvents; copiedAt: number | null } {
  let best: SavedEvents = { bodies: [], stamps: [] };
  let copiedAt: number | null = null;
  for (const source of sources) {
    const total = source.sessions.get(id)?.last_seq;
    const events = source.readEvents(id);
    if (events.bodies.length > best.bodies.length) [best, copiedAt] = [events, source.copiedAt];
    // No copy can have more.
    if (source.copiedAt === null && total !== undefined && events.bodies.length === total) break;
  }
  return { best, copiedAt };
}

/** File by file: one that cannot be read keeps no other. */
async function copyFolder(
  from: string,
  to: string,
  lost: string[],
  isLeftOut: (name: string) => boolean = () => false,
): Promise<void> {
  const names = await readdir(from).catch((error: unknown) => {
    lost.push(`${from}: ${toMessage(error)}`);
    return [];
  });
  for (const name of names.filter((each) => !isLeftOut(each))) {
    const [source, target] = [join(from, name), join(to, name)];
    await copyEntry(source, target, lost).catch((error: unknown) =>
      lost.push(`${source}: ${toMessage(error)}`),
    );
  }
}

async function copyEntry(source: string, target: string, lost: string[]): Promise<void> {
  const found = await lstat(source);
  if (found.isDirectory()) {
    await mkdir(target, { mode: 0o700 });
    await copyFolder(source, target, lost);
    await chmod(target, found.mode & 0o7777);
  } else if (found.isSymbolicLink()) await symlink(await readlink(source), target);
  else if (found.isFile()) await copyFile(source, target, constants.COPYFILE_FICLONE);
  else return;
  // Sandboxes that root starts run as another user.
  if (process.getuid?.() === 0) await lchown(target, found.uid, found.gid);
}
