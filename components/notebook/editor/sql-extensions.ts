/** What the editor adds for SQL. */
import type { CompletionContext } from '@codemirror/autocomplete';
import { keywordCompletionSource, PostgreSQL, schemaCompletionSource } from '@codemirror/lang-sql';
import type { Extension } from '@codemirror/state';
import { callApi } from '../../api/call-api.ts';
import { type ReadTarget, type SqlTables, toCatalogTables, toFrameTables } from './sql-tables.ts';

export const SQL_PARSER = PostgreSQL.language.parser;

/**
 * Colors, and completes keywords, tables, and columns, in PostgreSQL's dialect, the nearest to that of DuckDB. A catalog is
 * asked for with its first completion; without it, keywords are left.
 */
export function createSqlExtensions(readTarget: ReadTarget): Extension {
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
  const keywords = keywordCompletionSource(PostgreSQL, true);
  // After a dot come tables and columns only.
  const completeKeywords = (context: CompletionContext) =>
    context.matchBefore(/\.\s*\w*$/) ? null : keywords(context);
  return [
    PostgreSQL.language,
    PostgreSQL.language.data.of({ autocomplete: completeKeywords }),
    PostgreSQL.language.data.of({ autocomplete: complete }),
  ];
}

const NO_TABLES: SqlTables = { schema: {} };
