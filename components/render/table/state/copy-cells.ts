import { copyText } from '../../../ui/text/clipboard.ts';
import { TABLE_TEXTS } from '../describe/table-texts.ts';
import { writeValue } from '../source/format-value.ts';
import { nameColumn } from '../source/table.ts';
import { joinTabs } from '../source/write-table.ts';
import { type Block, countCells, toBlock } from './grid-place.ts';
import type { TableState } from './use-table.ts';
import type { TableWork } from './use-table-work.ts';

const MAX_CELLS = 200_000;
const MAX_QUOTE = 2000;

/** The cells, tab-separated, with the names of their columns where there are several cells. */
async function readCells(
  { source, reader, places }: TableState,
  block: Block,
  signal: AbortSignal,
): Promise<string> {
  const indexes = places.slice(block.columns.first, block.columns.end).map(({ index }) => index);
  const rows = (await reader.load(block.rows, indexes, signal)).map((row) => row.map(writeValue));
  if (countCells(block) === 1) return rows[0]?.[0] ?? '';
  const names = indexes.map((index) => {
    const column = source.columns[index];
    return column ? nameColumn(column) : '';
  });
  return [names, ...rows].map(joinTabs).join('\n');
}

/** Copies the selected cells. */
export function copyCells(table: TableState, work: TableWork): void {
  const block = toBlock(table.selection);
  const copy = async ({ signal }: { signal: AbortSignal }) => {
    if (countCells(block) > MAX_CELLS) throw new Error(TABLE_TEXTS.tooManyCells);
    await copyText(await readCells(table, block, signal));
    return '';
  };
  work.run(TABLE_TEXTS.copying, copy, true);
}

/** Quotes the selected cells, as far as a question is that long: each has at least the tab or line end after it. */
export function quoteCells(table: TableState, work: TableWork): void {
  const { rows, columns } = toBlock(table.selection);
  const width = Math.min(columns.end - columns.first, MAX_QUOTE);
  const block = {
    rows: { first: rows.first, end: Math.min(rows.end, rows.first + Math.ceil(MAX_QUOTE / width)) },
    columns: { first: columns.first, end: columns.first + width },
  };
  work.run(
    () => TABLE_TEXTS.loading,
    async ({ signal }) => {
      const text = await readCells(table, block, signal);
      if (!signal.aborted) table.onAsk?.(text.slice(0, MAX_QUOTE));
      return '';
    },
    true,
  );
}
