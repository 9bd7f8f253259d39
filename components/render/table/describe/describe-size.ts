import { pluralize } from '../../../ui/format.ts';
import type { TableSize } from '../source/table-source.ts';
import { TABLE_TEXTS } from './table-texts.ts';

/** `5,000 rows × 41 columns`. */
export function describeSize({ rows, columns }: TableSize): string {
  return TABLE_TEXTS.size(
    rows === null ? TABLE_TEXTS.uncounted : pluralize(rows, 'row'),
    pluralize(columns, 'column'),
  );
}

export function isWhole(held: TableSize, total: TableSize): boolean {
  return held.columns >= total.columns && (total.rows === null || (held.rows ?? 0) >= total.rows);
}

/** `10 of 5,000 rows and 20 of 41 columns`; `10 of 5,000 rows` where all columns are there. */
export function describePart(held: TableSize, total: TableSize): string {
  const rows =
    total.rows !== null &&
    (held.rows ?? 0) < total.rows &&
    TABLE_TEXTS.part(held.rows ?? 0, pluralize(total.rows, 'row'));
  const columns =
    held.columns < total.columns && TABLE_TEXTS.part(held.columns, pluralize(total.columns, 'column'));
  return [rows, columns].filter(Boolean).join(' and ') || describeSize(total);
}
