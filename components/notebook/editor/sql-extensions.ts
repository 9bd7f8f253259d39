/** The editor for SQL: loaded with the first cell of it. */
import type { CompletionContext } from '@codemirror/autocomplete';
import { PostgreSQL, schemaCompletionSource, sql } from '@codemirror/lang-sql';
import type { Extension } from '@codemirror/state';
import type { ReadTables } from './sql-tables.ts';

/** Completes keywords, and tables and columns of what `readTables` gives, which is asked at the first completion. */
export function createSqlExtensions(readTables: ReadTables): Extension {
  const complete = async (context: CompletionContext) => {
    const { schema, defaultSchema } = await readTables().catch(() => ({
      schema: {},
      defaultSchema: undefined,
    }));
    const config = { dialect: PostgreSQL, schema, ...(defaultSchema ? { defaultSchema } : {}) };
    return schemaCompletionSource(config)(context);
  };
  return [
    sql({ dialect: PostgreSQL, upperCaseKeywords: true }),
    PostgreSQL.language.data.of({ autocomplete: complete }),
  ];
}
