/** The one place that loads the language SQL: where code is shown, and where it is written. Loaded with the first SQL. */
export { PostgreSQL, schemaCompletionSource, sql } from '@codemirror/lang-sql';
