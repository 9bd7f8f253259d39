/** The data in a client's folder. */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isDataFile } from '../analyst/load/is-data-file.ts';

/** Folders below the first that are looked into. */
const MAX_DEPTH = 3;
/** Looking at a whole disk would take minutes. */
const MAX_ENTRIES = 20_000;
/** They have no data of the user. */
const SKIPPED = new Set(['node_modules', '__pycache__', 'venv', 'site-packages', 'dist', 'build', 'target']);

export interface DataFile {
  /** Relative to the folder, with forward slashes. */
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

/** Regular files whose names are those of data, by name. Links are not followed, and hidden files and folders are left out. */
export async function findDataFiles(folder: string): Promise<DataFile[]> {
  const found: DataFile[] = [];
  let entriesLeft = MAX_ENTRIES;

  async function look(prefix: string, depth: number): Promise<void> {
    const entries = await readdir(join(folder, prefix), { withFileTypes: true }).catch(() => []);
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entriesLeft === 0) return;
      entriesLeft -= 1;
      if (entry.name.startsWith('.') || SKIPPED.has(entry.name)) continue;
      const name = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
      if (entry.isDirectory() && depth < MAX_DEPTH) await look(name, depth + 1);
      if (entry.isFile() && isDataFile(entry.name)) await note(name);
    }
  }

  async function note(name: string): Promise<void> {
    const path = join(folder, name);
    const stats = await lstat(path).catch(() => null);
    if (stats?.isFile()) found.push({ name, path, bytes: stats.size, changedAt: stats.mtimeMs });
  }

  await look('', 0);
  return found;
}
