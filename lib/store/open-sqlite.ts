/** Opens the embedded database: `node:sqlite` in WAL mode behind Kysely. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteDialect } from 'kysely';
import type { Database } from './schema.ts';

/** How long a statement waits for another process's write, milliseconds. The driver's default of 0 fails at once. */
const BUSY_TIMEOUT_MS = 10_000;

export interface OpenedSqlite {
  db: Kysely<Database>;
  /** Changes whenever another connection has committed. */
  readDataVersion(): number;
}

export interface SqliteOptions {
  /** The file goes with the process: what it holds need not outlive the machine's power. Default false. */
  isTemporary?: boolean;
}

export function openSqlite(path: string, { isTemporary = false }: SqliteOptions = {}): OpenedSqlite {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  database.exec(`pragma journal_mode = wal; pragma synchronous = ${isTemporary ? 'off' : 'full'};`);
  const dataVersion = database.prepare('pragma data_version');
  const dialect = new SqliteDialect({
    database: {
      prepare: (text) => {
        const statement = database.prepare(text);
        return {
          reader: statement.columns().length > 0,
          all: (parameters) => statement.all(...toSqlite(parameters)),
          run: (parameters) => statement.run(...toSqlite(parameters)),
          iterate: (parameters) => statement.iterate(...toSqlite(parameters)),
        };
      },
      close: () => database.close(),
    },
  });
  return {
    db: new Kysely<Database>({ dialect }),
    readDataVersion: () => Number(dataVersion.get()?.data_version),
  };
}

function toSqlite(parameters: readonly unknown[]): (string | number | null)[] {
  return parameters.map((value) => {
    if (value === null || typeof value === 'string' || typeof value === 'number') return value;
    throw new TypeError(`SQLite parameter of type ${typeof value}`);
  });
}
