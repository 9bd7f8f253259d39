import type { ConnectionKind } from './connection.ts';

interface ReaderPlace {
  database?: string | undefined;
  /** Those that may be asked; left out or empty: all. */
  schemas?: readonly string[] | undefined;
  /** Those that a test saw. */
  found?: readonly string[] | undefined;
}

const READER = 'actbook_reader';

/**
 * Statements with which an administrator makes a user that only reads; null for kinds that have none here. In place of a
 * name that is not known stands one in angle brackets, which no database takes.
 */
export function writeReaderSql(kind: ConnectionKind, place: ReaderPlace): string | null {
  const database = place.database || null;
  const { schemas = [], found = [] } = place;
  const own = schemas.length > 0 ? schemas : IS_DATABASE.has(kind) && database ? [database] : found;
  const statements = WRITERS[kind]?.(database, own.length > 0 ? own : [null]);
  return statements?.join('\n') ?? null;
}

/** Kinds whose schemas are databases: there is only one of them where one is named. */
const IS_DATABASE: ReadonlySet<ConnectionKind> = new Set(['mysql', 'clickhouse']);

type Name = string | null;

const WRITERS: Partial<Record<ConnectionKind, (database: Name, schemas: readonly Name[]) => string[]>> = {
  postgresql: (database, schemas) => [
    `CREATE ROLE ${READER} LOGIN PASSWORD '…';`,
    `GRANT CONNECT ON DATABASE ${quote(database, '"', '<database>')} TO ${READER};`,
    ...schemas.flatMap((schema) => [
      `GRANT USAGE ON SCHEMA ${quote(schema, '"')} TO ${READER};`,
      `GRANT SELECT ON ALL TABLES IN SCHEMA ${quote(schema, '"')} TO ${READER};`,
    ]),
  ],
  mysql: (_, schemas) => [
    `CREATE USER '${READER}'@'%' IDENTIFIED BY '…';`,
    ...schemas.map(
      (name) => `GRANT SELECT, SHOW VIEW ON ${quote(name, '`', '<database>')}.* TO '${READER}'@'%';`,
    ),
  ],
  mssql: (database, schemas) => [
    `CREATE LOGIN ${READER} WITH PASSWORD = '…';`,
    `USE ${quote(database, '[]', '<database>')};`,
    `CREATE USER ${READER} FOR LOGIN ${READER};`,
    ...schemas.map((schema) => `GRANT SELECT ON SCHEMA::${quote(schema, '[]')} TO ${READER};`),
  ],
  clickhouse: (_, schemas) => [
    `CREATE USER ${READER} IDENTIFIED BY '…';`,
    ...schemas.map((name) => `GRANT SELECT ON ${quote(name, '`', '<database>')}.* TO ${READER};`),
  ],
};

/** A mark within the name is doubled. */
function quote(name: Name, marks: '"' | '`' | '[]', unknown = '<schema>'): string {
  if (name === null) return unknown;
  const end = marks.at(-1) ?? marks;
  return marks.charAt(0) + name.replaceAll(end, end + end) + end;
}
