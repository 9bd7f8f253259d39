import { type Column, isIndex, isNarrowed, type TableView } from '../source/table.ts';
import type { RowReader, TableSource } from '../source/table-source.ts';

/** Rows or columns of the whole table that the page does not have, before one that it has. */
export interface Break {
  /** By position in the view, or index in `columns`; the number of all where the end is missing. */
  readonly before: number;
  readonly count: number;
}

/** None while rows come in another order, or not all are shown: neighbors are none of the table then. */
export function findRowBreaks(source: TableSource, view: TableView, reader: RowReader): Break[] {
  const { rows } = source.total;
  if (rows === null || (source.held.rows ?? 0) >= rows || isNarrowed(view) || view.sorting) return [];
  return findBreaks(
    Array.from({ length: reader.rowCount ?? 0 }, (_, row) => reader.place(row) ?? row),
    rows,
  );
}

export function findColumnBreaks(columns: readonly Column[], count: number): Break[] {
  const levels = columns.filter(isIndex).length;
  const breaks = findBreaks(
    columns.slice(levels).map(({ at }) => at),
    count,
  );
  return breaks.map((each) => ({ ...each, before: each.before + levels }));
}

function findBreaks(places: readonly number[], total: number): Break[] {
  return [...places, total].flatMap((place, at) => {
    const count = place - ((places[at - 1] ?? -1) + 1);
    return count > 0 ? [{ before: at, count }] : [];
  });
}

export function isAfterBreak(breaks: readonly Break[], index: number): boolean {
  return breaks.some(({ before }) => before === index);
}
