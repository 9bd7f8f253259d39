/** The kinds of databases and clusters: the fields of each in the form. */
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
}

const SERVER = ['host', 'port', 'database', 'user', 'password'] as const;

export const CONNECTION_KINDS: Record<ConnectionKind, KindOfDatabase> = {
  postgresql: {
    label: 'PostgreSQL',
    fields: [...SERVER, 'schemas'],
    port: 5432,
    schemes: ['postgresql', 'postgres'],
  },
  mysql: {
    label: 'MySQL or MariaDB',
    fields: [...SERVER, 'schemas'],
    port: 3306,
    schemes: ['mysql', 'mariadb'],
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
  },
  clickhouse: {
    label: 'ClickHouse',
    fields: [...SERVER, 'schemas'],
    port: 8123,
    schemes: ['clickhouse'],
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
