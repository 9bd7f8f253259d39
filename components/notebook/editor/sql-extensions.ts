/** What the editor adds for SQL. */
import type { CompletionContext } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { callApi } from '../../api/call-api.ts';
import { type ReadTarget, type SqlTables, toCatalogTables, toFrameTables } from './sql-tables.ts';

/**
 * Colors, and completes keywords, tables, and columns. A catalog is asked for with its first completion; without it,
 * keywords are left. Rejects when the language cannot be loaded.
 */
export async function loadSqlExtensions(readTarget: ReadTarget): Promise<Extension> {
  const { PostgreSQL, schemaCompletionSource, sql } = await import('../../render/code/sql-language.ts');
  const catalogs = new Map<string, Promise<SqlTables>>();
  const readTables = async () => {
    const { connection, names } = readTarget();
    if (connection === undefined) return toFrameTables(names);
    const catalog =
      catalogs.get(connection) ??
      callApi('readCatalog', { params: { name: connection } }).then(toCatalogTables);
    catalogs.set(connection, catalog);
    // What failed is tried again.
    return catalog.catch(() => {
      catalogs.delete(connection);
      return NO_TABLES;
    });
  };
  const complete = async (context: CompletionContext) =>
    schemaCompletionSource({ dialect: PostgreSQL, ...(await readTables()) })(context);
  return [
    sql({ dialect: PostgreSQL, upperCaseKeywords: true }),
    PostgreSQL.language.data.of({ autocomplete: complete }),
  ];
}

const NO_TABLES: SqlTables = { schema: {} };
