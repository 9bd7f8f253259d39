/** What the editor adds for SQL. */
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  ifNotIn,
} from '@codemirror/autocomplete';
import { keywordCompletionSource, PostgreSQL, schemaCompletionSource } from '@codemirror/lang-sql';
import type { Extension } from '@codemirror/state';
import { callApi } from '../../api/call-api.ts';
import {
  listStatementColumns,
  type ReadTarget,
  type SqlTables,
  toCatalogTables,
  toFrameTables,
} from './sql-tables.ts';

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
    const catalog = catalogs.get(connection) ?? askTables(connection);
    catalogs.set(connection, catalog);
    // What failed is tried again.
    return catalog.catch(() => {
      catalogs.delete(connection);
      return NO_TABLES;
    });
  };
  const keywords = keywordCompletionSource(PostgreSQL, true);
  // After a dot come tables and columns only.
  const completeKeywords = (context: CompletionContext) =>
    context.matchBefore(/\.\s*\w*$/) ? null : keywords(context);
  const complete = async (context: CompletionContext) =>
    schemaCompletionSource({ dialect: PostgreSQL, ...(await readTables()) })(context);
  const completeMore = async (context: CompletionContext) => completeNames(context, await readTables());
  return [
    PostgreSQL.language,
    PostgreSQL.language.data.of({ autocomplete: completeKeywords }),
    PostgreSQL.language.data.of({ autocomplete: complete }),
    PostgreSQL.language.data.of({ autocomplete: ifNotIn(TEXT_NODES, completeMore) }),
  ];
}

async function askTables(name: string): Promise<SqlTables> {
  const [catalog, { connections }] = await Promise.all([
    callApi('readCatalog', { params: { name } }),
    callApi('listConnections'),
  ]);
  const connection = connections.find((each) => each.name === name);
  return connection ? toCatalogTables(catalog, connection) : NO_TABLES;
}

/** Tables that need a prefix, with it, and the columns of the statement's own tables. */
function completeNames(context: CompletionContext, tables: SqlTables): CompletionResult | null {
  const word = context.matchBefore(/\w*$/);
  const { doc } = context.state;
  if (!word || (word.text === '' && !context.explicit) || doc.sliceString(word.from - 1, word.from) === '.')
    return null;
  const text = doc.toString();
  const end = text.indexOf(';', context.pos);
  const statement = text.slice(
    context.pos === 0 ? 0 : text.lastIndexOf(';', context.pos - 1) + 1,
    end < 0 ? text.length : end,
  );
  const options = [
    ...listStatementColumns(statement, tables).map((name) => toCompletion('property', name)),
    ...tables.prefixed.map((parts) => toCompletion('type', ...parts)),
  ];
  return { from: word.from, options, validFor: /^\w*$/ };
}

function toCompletion(type: string, ...parts: string[]): Completion {
  const quoted = parts.map((part) =>
    /^[a-z_][a-z_\d]*$/i.test(part) ? part : `"${part.replaceAll('"', '""')}"`,
  );
  return { label: parts.join('.'), apply: quoted.join('.'), type };
}

const TEXT_NODES = ['QuotedIdentifier', 'String', 'LineComment', 'BlockComment'];

const NO_TABLES: SqlTables = { schema: {}, columns: new Map(), prefixed: [] };
