/** Values of a table's rows that its output leaves out as text, as the kernel handed them over beside it. */
import type { TableGrid } from '../../notebook/html-table/read-table-grid.ts';
import type { TableData } from '../../notebook/output-digest.ts';
import type { OutputContext } from './make-value.ts';
import { readGrid } from './read-grid.ts';
import type { SourceValue } from './source-value.ts';

/** `shown`: how many rows the output shows before and after its gap. */
export function readLeftRows(
  data: TableData,
  shown: { readonly before: number; readonly after: number },
  open: () => OutputContext,
): SourceValue[] {
  // Of a table with more rows than were handed over, these are data and no result: many numbers are near one of them by chance.
  if (data.values.length < data.rows) return [];
  const rows = data.values.slice(shown.before, data.rows - shown.after);
  if (rows.length === 0) return [];
  const held = { rows: rows.length, columns: data.names.length };
  const grid: TableGrid = {
    paths: [...data.index, ...data.names].map((name) => [name ?? '']),
    body: rows.map((cells) => cells.map((cell) => (cell === null ? 'NaN' : String(cell)))),
    indexCount: data.index.length,
    gapRow: -1,
    gapColumn: -1,
    isMaybeCut: false,
    held,
    total: held,
  };
  return readGrid(grid, open());
}

/** Where a printed series leaves rows out; null if it is printed whole. */
export function findPrintedGap(text: string, { index }: TableData): { before: number; after: number } | null {
  const lines = text.split('\n');
  const gap = lines.findIndex((line) => /^\s*\.\.\.?(\s|$)/.test(line));
  if (gap < 0) return null;
  const end = lines.findLastIndex((line) => /^(Name|Freq|Length|dtype): /.test(line.trim()));
  const heads = index.some((name) => name !== null) ? 1 : 0;
  return { before: gap - heads, after: (end < 0 ? lines.length : end) - gap - 1 };
}
