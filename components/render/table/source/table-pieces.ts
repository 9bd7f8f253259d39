/** A kernel gives a table in pieces of so many rows and columns. */
import { MAX_PAGE_COLUMNS, MAX_PAGE_ROWS } from '../../../../lib/protocol/tables/table-bounds.ts';
import type { TablePage } from '../../../../lib/protocol/tables/table-page.ts';
import { type Column, type ColumnKind, isIndex, type Value } from './table.ts';
import type { Range } from './table-source.ts';

export type Piece = TablePage['rows'];

/** Labels of rows come with each piece. */
export const toColumnBlock = (at: number) => Math.floor(Math.max(0, at) / MAX_PAGE_COLUMNS);

/** Longer whole numbers lose digits as numbers. */
const MAX_DIGITS = 15;

export function listBlocks({ first, end }: Range, size: number): number[] {
  const from = Math.floor(Math.max(0, first) / size);
  const to = Math.max(from, Math.floor(Math.max(0, end - 1) / size));
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Undefined where the piece does not have it. */
export function findValue(piece: Piece | undefined, row: number, column: Column): Value | undefined {
  const found = piece?.[row % MAX_PAGE_ROWS];
  const text = isIndex(column) ? found?.labels[-1 - column.at] : found?.values[column.at % MAX_PAGE_COLUMNS];
  return text === undefined ? undefined : toValue(text, column.kind);
}

/** A value that came as text: a number where it stays the same number. */
export function toValue(text: string | null, kind: ColumnKind): Value {
  if (text === null || kind !== 'number') return text;
  const number = Number(text);
  const isLong = /^-?\d+$/.test(text) && text.length > MAX_DIGITS;
  return text.trim() === '' || isLong || !Number.isFinite(number) ? text : number;
}

interface PieceHost {
  /** What a column is called, and what its values are, is known once a piece of it is here. */
  readColumn(index: number): Column | undefined;
  takePiece(rowBlock: number, columnBlock: number): Promise<Piece>;
}

/** The values of rows, one piece after the other, so that no more than one must be there at once. */
export async function collectValues(
  rows: Range,
  indexes: readonly number[],
  { readColumn, takePiece }: PieceHost,
): Promise<Value[][]> {
  const lines = Array.from({ length: rows.end - rows.first }, () =>
    new Array<Value>(indexes.length).fill(null),
  );
  const blocks = Map.groupBy(indexes.entries(), ([, index]) => toColumnBlock(readColumn(index)?.at ?? 0));
  for (const rowBlock of listBlocks(rows, MAX_PAGE_ROWS)) {
    const first = rowBlock * MAX_PAGE_ROWS - rows.first;
    const end = first + MAX_PAGE_ROWS;
    for (const [columnBlock, ofBlock] of blocks) {
      const piece = await takePiece(rowBlock, columnBlock);
      for (const [line, values] of lines.slice(Math.max(0, first), end).entries())
        for (const [at, index] of ofBlock) {
          const column = readColumn(index);
          const row = rows.first + Math.max(0, first) + line;
          if (column) values[at] = findValue(piece, row, column) ?? null;
        }
    }
  }
  return lines;
}
