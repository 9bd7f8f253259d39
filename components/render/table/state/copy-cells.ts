import { copyText } from '../../../ui/clipboard.ts';
import { TABLE_TEXTS } from '../describe/table-texts.ts';
import { writeValue } from '../source/format-value.ts';
import { nameColumn } from '../source/table.ts';
import { joinTabs } from '../source/write-table.ts';
import { countCells, toBlock } from './grid-place.ts';
import type { TableState } from './use-table.ts';

const MAX_CELLS = 200_000;

/** The selected cells, tab-separated, with the names of their columns where there are several cells. */
export async function readCells({ source, reader, places, selection }: TableState): Promise<string> {
  const block = toBlock(selection);
  if (countCells(block) > MAX_CELLS) throw new Error(TABLE_TEXTS.tooManyCells);
  const indexes = places.slice(block.columns.first, block.columns.end).map(({ index }) => index);
  await reader.load(block.rows, { first: Math.min(...indexes), end: Math.max(...indexes) + 1 });
  const rows = Array.from({ length: block.rows.end - block.rows.first }, (_, at) =>
    indexes.map((index) => writeValue(reader.value(block.rows.first + at, index) ?? null)),
  );
  if (countCells(block) === 1) return rows[0]?.[0] ?? '';
  const names = indexes.map((index) => {
    const column = source.columns[index];
    return column ? nameColumn(column) : '';
  });
  return [names, ...rows].map(joinTabs).join('\n');
}

export async function copyCells(table: TableState): Promise<void> {
  await copyText(await readCells(table));
}
