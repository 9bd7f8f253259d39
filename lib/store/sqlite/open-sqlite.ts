/** Opens the embedded database: `node:sqlite` in WAL mode behind Kysely. */
import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { LOCK_WAIT_MS } from '../../protocol/lock-wait.ts';
import { attempt } from '../../util/attempt.ts';
import { explainOpenError, explainSqliteError } from './explain-sqlite-error.ts';
import type { Database } from './schema.ts';
import { createSqliteDriver, TwoConnectionAdapter } from './sqlite-driver.ts';

export interface OpenedSqlite {
  db: Kysely<Database>;
  /** Changes whenever another connection has committed. */
  readDataVersion(): number;
}

export interface SqliteOptions {
  /** The file goes with the process: what it holds need not outlive the machine's power. Default false. */
  isTemporary?: boolean;
  /** How long what was asked for waits for another process's lock, milliseconds. Default 10 s. */
  lockWaitMs?: number;
}

/** Throws AppError `database-locked`, `database-damaged`, `disk-full` or `disk-failed`, as every query does. */
export function openSqlite(path: string, options: SqliteOptions = {}): OpenedSqlite {
  const { isTemporary = false, lockWaitMs = LOCK_WAIT_MS } = options;
  const explain = (error: unknown) => explainSqliteError(error, path);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    makePrivate(path);
    const writer = open(path, { isTemporary, lockWaitMs });
    const reader = open(path, { isTemporary, lockWaitMs });
    reader.exec('pragma query_only = on');
    let version = 0;
    const dataVersion = writer.prepare('pragma data_version');
    const driver = createSqliteDriver({ writer, reader, lockWaitMs, explain });
    return {
      db: new Kysely<Database>({
        dialect: {
          createAdapter: () => new TwoConnectionAdapter(),
          createDriver: () => driver,
          createIntrospector: (db) => new SqliteIntrospector(db),
          createQueryCompiler: () => new SqliteQueryCompiler(),
        },
      }),
      readDataVersion: () => {
        // A database that is locked or out of reach for the moment is asked again soon.
        version = attempt(() => Number(dataVersion.get()?.data_version)) ?? version;
        return version;
      },
    };
  } catch (error) {
    throw explainOpenError(error, path);
  }
}

/** SQLite gives the files that it makes beside it the mode that it has itself. */
function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
    // Fails if the file belongs to another user, as in a shared volume, or its file system keeps no modes. Its folder is private.
    if ((mode & 0o077) !== 0) attempt(() => chmodSync(file, 0o600));
  }
}

function open(path: string, { isTemporary, lockWaitMs }: Required<SqliteOptions>): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: lockWaitMs, enableForeignKeyConstraints: true });
  database.exec(`pragma journal_mode = wal; pragma synchronous = ${isTemporary ? 'off' : 'full'};`);
  // From now on nothing waits inside SQLite, which would stop the whole process.
  database.exec('pragma busy_timeout = 0');
  return database;
}
