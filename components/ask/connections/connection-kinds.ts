/** The kinds of databases and clusters: the fields of each in the form, and how to create a read-only user. */
import type { ConnectionKind } from '../../../lib/protocol/connections/connection.ts';

export type PlaceField = 'host' | 'port' | 'url' | 'database' | 'path' | 'user' | 'password' | 'schemas';

interface KindOfDatabase {
  label: string;
  /** In the order of the form. */
  fields: readonly PlaceField[];
  /** The usual one. */
  port?: number;
  /** Begins an address of this kind that can be pasted. */
  schemes: readonly string[];
  /** Options without which it rarely works, as an example. */
  options?: string;
  /** Statements that an administrator runs. */
  readerSql?: (place: ReaderPlace) => string[];
}

interface ReaderPlace {
  database: string;
  schemas: readonly string[];
}

const READER = 'actbook_reader';
const SERVER = ['host', 'port', 'database', 'user', 'password'] as const;

export const CONNECTION_KINDS: Record<ConnectionKind, KindOfDatabase> = {
  postgresql: {
    label: 'PostgreSQL',
    fields: [...SERVER, 'schemas'],
    port: 5432,
    schemes: ['postgresql', 'postgres'],
    readerSql: ({ database, schemas }) => {
      const quote = quoteWith('"');
      return [
        `CREATE ROLE ${READER} LOGIN PASSWORD '…';`,
        ...(database ? [`GRANT CONNECT ON DATABASE ${quote(database)} TO ${READER};`] : []),
        ...(schemas.length === 0 ? ['public'] : schemas).flatMap((schema) => [
          `GRANT USAGE ON SCHEMA ${quote(schema)} TO ${READER};`,
          `GRANT SELECT ON ALL TABLES IN SCHEMA ${quote(schema)} TO ${READER};`,
        ]),
      ];
    },
  },
  mysql: {
    label: 'MySQL or MariaDB',
    fields: [...SERVER, 'schemas'],
    port: 3306,
    schemes: ['mysql', 'mariadb'],
    readerSql: ({ database, schemas }) => [
      `CREATE USER '${READER}'@'%' IDENTIFIED BY '…';`,
      ...listDatabases(schemas, database).map(
        (name) => `GRANT SELECT, SHOW VIEW ON ${quoteWith('`')(name)}.* TO '${READER}'@'%';`,
      ),
    ],
  },
  sqlite: { label: 'SQLite', fields: ['path'], schemes: ['sqlite'] },
  duckdb: { label: 'DuckDB', fields: ['path', 'schemas'], schemes: ['duckdb'] },
  flightsql: {
    label: 'Arrow Flight SQL',
    fields: ['url', 'user', 'password', 'schemas'],
    schemes: ['grpc', 'grpc+tls', 'grpc+tcp'],
  },
  mssql: {
    label: 'SQL Server',
    fields: [...SERVER, 'schemas'],
    port: 1433,
    schemes: ['mssql', 'sqlserver'],
    readerSql: ({ database, schemas }) => [
      `CREATE LOGIN ${READER} WITH PASSWORD = '…';`,
      ...(database ? [`USE [${database.replaceAll(']', ']]')}];`] : []),
      `CREATE USER ${READER} FOR LOGIN ${READER};`,
      ...(schemas.length === 0 ? ['dbo'] : schemas).map(
        (schema) => `GRANT SELECT ON SCHEMA::[${schema.replaceAll(']', ']]')}] TO ${READER};`,
      ),
    ],
  },
  clickhouse: {
    label: 'ClickHouse',
    fields: [...SERVER, 'schemas'],
    port: 8123,
    schemes: ['clickhouse'],
    readerSql: ({ database, schemas }) => [
      `CREATE USER ${READER} IDENTIFIED BY '…';`,
      ...listDatabases(schemas, database).map(
        (name) => `GRANT SELECT ON ${quoteWith('`')(name)}.* TO ${READER};`,
      ),
    ],
  },
  snowflake: {
    label: 'Snowflake',
    fields: ['database', 'user', 'password', 'schemas'],
    schemes: ['snowflake'],
    options: 'account = organization-account\nwarehouse = reading',
  },
  bigquery: { label: 'BigQuery', fields: ['database', 'password', 'schemas'], schemes: ['bigquery'] },
  trino: { label: 'Trino', fields: [...SERVER, 'schemas'], port: 8080, schemes: ['trino'] },
  spark: { label: 'Spark cluster', fields: ['host', 'port', 'password'], port: 15_002, schemes: ['sc'] },
  dask: { label: 'Dask cluster', fields: ['host', 'port'], port: 8786, schemes: ['tcp', 'tls'] },
};

export const KIND_NAMES = Object.keys(CONNECTION_KINDS) as ConnectionKind[];

function quoteWith(mark: string) {
  return (name: string) => mark + name.replaceAll(mark, mark + mark) + mark;
}

function listDatabases(schemas: readonly string[], database: string): readonly string[] {
  if (schemas.length > 0) return schemas;
  return [database || 'the_database'];
}
