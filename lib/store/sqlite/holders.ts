/**
 * Which processes live: each keeps a file beside the database locked, and the operating system ends that lock with the process,
 * however the process ends. SQLite takes the lock, because it can on every system and keeps connections of one process apart.
 */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { attempt } from '../../util/attempt.ts';

/** How long a process waits for the lock on its own file, which another may be looking at, milliseconds. */
const LOCK_MS = 1000;

export interface Holders {
  /** Locks the file of this process. If none can be created, its leases count until they run out. */
  enter(): void;
  /** Whether each other process whose file can be seen still lives, by owner. */
  list(): Map<string, boolean>;
  /** Removes the file of a process that has ended. */
  remove(owner: string): void;
  /** Unlocks the file of this process. The file stays if leases do: they can then be taken over at once. */
  leave(hasLeases: boolean): void;
}

/** `folder` is created with its first file. */
export function createHolders(folder: string, owner: string): Holders {
  let own: DatabaseSync | null = null;
  const toPath = (name: string) => join(folder, name);

  /** A file is removed under its lock, so that a process which waited for that lock finds its file gone. */
  function remove(name: string): void {
    const database = lock(toPath(name), 0);
    if (database) rmSync(toPath(name), { force: true });
    database?.close();
  }

  return {
    enter: () => {
      if (own) return;
      const lockOwn = () => lock(toPath(owner), LOCK_MS, () => existsSync(toPath(owner)));
      // Where this fails, the next claim tries again.
      own = attempt(() => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        return lockOwn() ?? lockOwn();
      });
    },
    list: () => {
      const others = (attempt(() => readdirSync(folder)) ?? []).filter((name) => name !== owner);
      return new Map(others.map((name) => [name, isLocked(toPath(name))]));
    },
    remove,
    leave: (hasLeases) => {
      if (!own) return;
      own.close();
      own = null;
      if (!hasLeases) remove(owner);
    },
  };
}

function isLocked(path: string): boolean {
  const database = lock(path, 0);
  database?.close();
  return database === null;
}

/** Null while another holds the lock, and when `check`, which is called under the lock, returns false. */
function lock(path: string, timeout: number, check = () => true): DatabaseSync | null {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(path, { timeout });
    // Its journal would be one more file.
    database.exec('pragma journal_mode = memory; begin exclusive');
    if (check()) return database;
  } catch {
    // Locked, or out of reach: a holder about whom nothing is known is left alone.
  }
  database?.close();
  return null;
}
