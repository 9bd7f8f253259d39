import type { Rows } from './query.ts';

/** The tables that rows come from, each once. */
export function listTables(rows: Rows): string[] {
  if (rows.kind === 'table') return [rows.name];
  if (rows.kind === 'join') return [...new Set([...listTables(rows.left), ...listTables(rows.right)])];
  return listTables(rows.of);
}
