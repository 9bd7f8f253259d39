/** What SQL can name, as the editor completes it. */
import type { Catalog } from '../../../lib/protocol/connections/catalog.ts';
import type { Connection } from '../../../lib/protocol/connections/connection.ts';
import type { KernelName } from '../../../lib/protocol/kernel/kernel-name.ts';

/** Columns by table, below the schema where there are several. */
type Tables = Record<string, readonly string[]>;

/** A connection, or the variables of the kernel where there is none. */
export type ReadTarget = () => {
  readonly connection: string | undefined;
  readonly names: readonly KernelName[];
};

export interface SqlTables {
  readonly schema: Tables | Record<string, Tables>;
  /** The schema whose tables need no prefix, if there are others. */
  readonly defaultSchema?: string;
  /** Columns by each way to write a table, in lower case. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
  /** Tables that need their schema as a prefix, as parts. */
  readonly prefixed: readonly (readonly [schema: string, name: string])[];
}

/** The frames of a kernel. */
export function toFrameTables(names: readonly KernelName[]): SqlTables {
  const frames = names.filter(({ columns, isTable }) => isTable || columns !== undefined);
  const pairs = frames.map(({ name, columns = '' }) => [name, listColumns(columns)] as const);
  const columns = new Map(pairs.map(([name, list]) => [name.toLowerCase(), list]));
  return { schema: Object.fromEntries(pairs), columns, prefixed: [] };
}

/** `int64: a, b; str: c`, as the kernel tells them. */
function listColumns(columns: string): string[] {
  return columns
    .split('; ')
    .flatMap((part) => part.replace(/^[^:]*: /, '').split(', '))
    .filter((name) => name !== '' && !name.includes('…'));
}

type Place = Pick<Connection, 'kind' | 'database' | 'schemas'>;

/** The tables of a database, below their schemas unless all are of the one that needs no prefix. */
export function toCatalogTables({ tables }: Catalog, place: Place): SqlTables {
  const usual = findUsualSchema(place);
  const isUsual = ({ schema }: Pick<Catalog['tables'][number], 'schema'>) =>
    schema === null || schema.toLowerCase() === usual?.toLowerCase();
  const columns = new Map<string, readonly string[]>();
  for (const table of tables) {
    const names = table.columns.map(({ name }) => name);
    if (isUsual(table)) columns.set(table.name.toLowerCase(), names);
    if (table.schema !== null) columns.set(`${table.schema}.${table.name}`.toLowerCase(), names);
  }
  const read = (list: Catalog['tables']): Tables =>
    Object.fromEntries(list.map((table) => [table.name, table.columns.map(({ name }) => name)]));
  if (tables.every(isUsual)) return { schema: read(tables), columns, prefixed: [] };
  const bySchema = Map.groupBy(tables, ({ schema }) => schema ?? '');
  const defaultSchema = tables.find(isUsual)?.schema;
  return {
    schema: Object.fromEntries([...bySchema].map(([name, list]) => [name, read(list)])),
    ...(defaultSchema ? { defaultSchema } : {}),
    columns,
    prefixed: tables.flatMap((table) =>
      isUsual(table) || table.schema === null ? [] : [[table.schema, table.name] as const],
    ),
  };
}

/** The schema, or in MySQL and ClickHouse the database, of tables that are written without one; undefined if not known. */
function findUsualSchema({ kind, database, schemas = [] }: Place): string | undefined {
  switch (kind) {
    // Allowed schemas are the search path there.
    case 'postgresql':
      return schemas[0] ?? 'public';
    case 'duckdb':
      return schemas[0] ?? 'main';
    case 'sqlite':
      return 'main';
    case 'snowflake':
      return 'public';
    case 'mssql':
      return 'dbo';
    case 'mysql':
      return database !== undefined && (schemas.length === 0 || schemas.includes(database))
        ? database
        : schemas[0];
    case 'clickhouse':
      return database ?? 'default';
    case 'trino':
      return database?.split('.')[1];
    default:
      return undefined;
  }
}

/** The columns of the tables that a statement reads, each once. */
export function listStatementColumns(statement: string, { columns }: SqlTables): string[] {
  const names = statement.matchAll(/(?:\b(?:from|join)\b|,)\s*([\w."]+)/gi);
  const found = [...names].flatMap(
    ([, name = '']) => columns.get(name.replaceAll('"', '').toLowerCase()) ?? [],
  );
  return [...new Set(found)];
}
