import { useCallback, useState } from 'react';
import { chooseFormat, type ValueFormat } from '../source/format-value.ts';
import { type Column, isIndex, type Value } from '../source/table.ts';
import type { RowReader } from '../source/table-source.ts';
import { chooseWidth } from './choose-width.ts';

interface Look {
  readonly format: ValueFormat;
  readonly widthRem: number;
}

/** Of its first rows: its width is judged by them. */
const JUDGED_ROWS = 60;
/** More than any table holds that nobody else has judged, so that what is rounded is said to be. */
const MAX_FORMATTED_ROWS = 5000;
const UNKNOWN: Look = { format: { decimals: null, hasThousands: false }, widthRem: 0 };

/** How each column is written, by index, as its first rows suggest; it stays so for other views of the table. */
export function useLooks(
  columns: readonly Column[],
  reader: RowReader,
  hasFacts: boolean,
): (index: number) => Look {
  const [looks] = useState(() => new WeakMap<Column, Look>());
  return useCallback(
    (index) => {
      const column = columns[index];
      if (!column) return UNKNOWN;
      const known = looks.get(column);
      if (known) return known;
      const isJudged = column.decimals !== undefined || column.kind !== 'number';
      const values = readFirst(reader, index, isJudged ? JUDGED_ROWS : MAX_FORMATTED_ROWS);
      const format = chooseFormat(column, values);
      // The last label of rows that are counted is wider than the first.
      const last = isIndex(column) && column.kind === 'number' ? [reader.rowCount] : [];
      const shown = [...values.slice(0, JUDGED_ROWS), ...last];
      const look = { format, widthRem: chooseWidth(column, shown, { format, hasFacts }) };
      if (values.length > 0 || reader.rowCount === 0) looks.set(column, look);
      return look;
    },
    [columns, looks, reader, hasFacts],
  );
}

function readFirst(reader: RowReader, column: number, limit: number): Value[] {
  const count = Math.min(reader.rowCount ?? 0, limit);
  return Array.from({ length: count }, (_, row) => reader.value(row, column)).filter(
    (value) => value !== undefined,
  );
}
