/**
 * Kysely's driver over two connections of node:sqlite. Its statements are synchronous, so none of them waits inside SQLite:
 * one that meets another process's lock is tried again after a pause in which everything else continues.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
} from 'kysely';
import { createTurns } from '../../util/turns.ts';
import { isLocked } from './explain-sqlite-error.ts';

export interface SqliteConnections {
  /** All that changes something, one transaction or statement at a time. */
  writer: DatabaseSync;
  /** Single reads, which in WAL mode wait for nobody. */
  reader: DatabaseSync;
  /** How long a transaction or statement waits for its turn and for another process's lock, milliseconds. */
  lockWaitMs: number;
  /** What is thrown in place of an error of SQLite's. */
  explain(error: unknown): unknown;
}

/** Between two tries, milliseconds. */
const FIRST_PAUSE_MS = 5;
const MAX_PAUSE_MS = 50;
/** Statements of one connection. */
const MAX_PREPARED = 64;

export function createSqliteDriver(connections: SqliteConnections): Driver {
  const inTurn = createTurns();
  const access: Access = {
    ...connections,
    write: createExecutor(connections.writer),
    read: createExecutor(connections.reader),
    takeTurn: () =>
      new Promise((begin) => void inTurn('writer', () => new Promise<void>((end) => begin(end)))),
  };
  return {
    init: async () => {},
    acquireConnection: async () => new SqliteConnection(access),
    beginTransaction: async (connection) => toOurs(connection).begin(),
    commitTransaction: async (connection) => toOurs(connection).commit(),
    rollbackTransaction: async (connection) => toOurs(connection).rollback(),
    releaseConnection: async (connection) => toOurs(connection).rollback(),
    destroy: async () => {
      connections.reader.close();
      connections.writer.close();
    },
  };
}

/** The driver itself keeps transactions apart: with one connection for all, reads would wait for a locked write. */
export class TwoConnectionAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

interface Access extends SqliteConnections {
  write: Execute;
  read: Execute;
  /** Resolves to what ends the turn. */
  takeTurn(): Promise<() => void>;
}

/** One transaction, or one statement. */
class SqliteConnection implements DatabaseConnection {
  readonly #access: Access;
  readonly #deadline: number;
  #endTurn: (() => void) | null = null;

  constructor(access: Access) {
    this.#access = access;
    this.#deadline = performance.now() + access.lockWaitMs;
  }

  async begin(): Promise<void> {
    this.#endTurn = await this.#access.takeTurn();
    // The lock comes with the beginning, not with the first write. Until then the transaction would be open without it, and
    // whatever reads on this connection meanwhile, as `readDataVersion` does, would give it a view of the database. After the
    // next commit of another process SQLite refuses every write in such a view, however often it is tried.
    await this.#run(this.#access.write, CompiledQuery.raw('begin immediate'));
  }

  async commit(): Promise<void> {
    await this.#run(this.#access.write, CompiledQuery.raw('commit'));
    this.#end();
  }

  /** Does nothing outside a transaction. SQLite itself has rolled back one that met a full disk. */
  rollback(): void {
    if (!this.#endTurn) return;
    try {
      if (this.#access.writer.isTransaction) this.#access.writer.exec('rollback');
    } finally {
      this.#end();
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { read, write, takeTurn } = this.#access;
    if (this.#endTurn) return this.#run(write, query);
    if (SelectQueryNode.is(query.query)) return this.#run(read, query);
    const endTurn = await takeTurn();
    try {
      return await this.#run(write, query);
    } finally {
      endTurn();
    }
  }

  // biome-ignore lint/correctness/useYield: Kysely requires a generator here, but the store reads in pages and never streams.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('The embedded database does not stream queries.');
  }

  async #run<R>(execute: Execute, query: CompiledQuery): Promise<QueryResult<R>> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      try {
        return execute<R>(query);
      } catch (error) {
        if (!isLocked(error) || performance.now() >= this.#deadline) throw this.#access.explain(error);
      }
      await delay(pauseMs);
    }
  }

  #end(): void {
    this.#endTurn?.();
    this.#endTurn = null;
  }
}

function toOurs(connection: DatabaseConnection): SqliteConnection {
  if (connection instanceof SqliteConnection) return connection;
  throw new TypeError('A connection of another driver');
}

type Execute = <R>(query: CompiledQuery) => QueryResult<R>;

/** The statements that were used last stay prepared: preparing one takes longer than to run it. */
function createExecutor(database: DatabaseSync): Execute {
  const prepared = new Map<string, { statement: StatementSync; hasRows: boolean }>();

  const prepare = (sql: string) => {
    const statement = database.prepare(sql);
    return { statement, hasRows: statement.columns().length > 0 };
  };

  return <R>({ sql, parameters }: CompiledQuery): QueryResult<R> => {
    const known = prepared.get(sql) ?? prepare(sql);
    prepared.delete(sql);
    prepared.set(sql, known);
    const [oldest] = prepared.keys();
    if (prepared.size > MAX_PREPARED && oldest !== undefined) prepared.delete(oldest);
    const values = toSqlite(parameters);
    // Kysely's types say what the rows of a query are; SQLite cannot.
    if (known.hasRows) return { rows: known.statement.all(...values) as R[] };
    const { changes, lastInsertRowid } = known.statement.run(...values);
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
  };
}

function toSqlite(parameters: readonly unknown[]): (string | number | null | Uint8Array)[] {
  return parameters.map((value) => {
    if (value === null || typeof value === 'string' || typeof value === 'number') return value;
    if (value instanceof Uint8Array) return value;
    throw new TypeError(`SQLite parameter of type ${typeof value}`);
  });
}
