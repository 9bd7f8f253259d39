/** What is damaged in the database, in words. */
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { RECOVER } from '../store/sqlite/explain-sqlite-error.ts';
import { findDamage } from '../store/sqlite/find-damage.ts';
import { findLostCommits } from '../store/sqlite/find-lost-commits.ts';
import { pluralize } from '../util/pluralize.ts';

/** Reads all of it, in another thread. Resolves to null when it is sound. */
export async function describeDamage(path: string, signal: AbortSignal): Promise<string | null> {
  const damage = await findDamage(path, signal);
  if (!damage) return null;
  const named = damage.sessions.map(({ id, title }) => `“${title}” (${id})`);
  const lost = named.length === 0 ? '' : ` These notebooks cannot be read to their end: ${named.join(', ')}.`;
  return `${path} is damaged.${lost} ${RECOVER}`;
}

/**
 * What the write-ahead log has lost, and where a copy of it is now; null for a sound one. To be called before the database is
 * opened.
 */
export async function describeLostCommits(homeDir: string): Promise<string | null> {
  const path = join(homeDir, 'actbook.db');
  const lost = await findLostCommits(path);
  if (lost === 0) return null;
  const copy = join(homeDir, 'backups', `actbook.db-wal.damaged-${Date.now()}`);
  await mkdir(dirname(copy), { recursive: true, mode: 0o700 });
  await copyFile(`${path}-wal`, copy);
  return `${path}-wal is damaged: at least ${pluralize(lost, 'stored change')} cannot be read any more, so notebooks may lack what was written last. A copy of the file is ${copy}.`;
}
