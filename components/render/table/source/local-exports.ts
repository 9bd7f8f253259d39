import { findPlaces, type HeldTable } from './local-source.ts';
import { isIndex } from './table.ts';
import type { TableExports } from './table-exports.ts';
import { writeCsv, writeMarkdown, writeTsv } from './write-table.ts';

const WRITERS = { csv: writeCsv, tsv: writeTsv, md: writeMarkdown };

/** What the page holds of a table, without a kernel. */
export function createLocalExports(table: HeldTable): TableExports {
  const columns = table.columns.filter((column) => !isIndex(column)).length;
  return {
    formats: ['csv', 'tsv', 'md'],
    total: table.total,
    held: { rows: table.rows.length, columns },
    write: async (format, view) => {
      const rows = findPlaces(table, view).map((place) => table.rows[place] ?? []);
      const write = format === 'csv' || format === 'md' ? WRITERS[format] : WRITERS.tsv;
      return { blob: new Blob([write(table.columns, rows)]), size: { rows: rows.length, columns } };
    },
  };
}
