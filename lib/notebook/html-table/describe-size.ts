/** How large a table is, and how much of it is there, in words of the page and of exported files. */
import { pluralize } from '../../util/pluralize.ts';

export interface TableSize {
  /** Null where nobody has counted them. */
  readonly rows: number | null;
  /** Without the index. */
  readonly columns: number;
}

/** `5,000 rows × 41 columns`. */
export function describeSize({ rows, columns }: TableSize): string {
  return `${rows === null ? 'uncounted rows' : pluralize(rows, 'row')} × ${pluralize(columns, 'column')}`;
}

export function isWhole(held: TableSize, total: TableSize): boolean {
  return held.columns >= total.columns && (total.rows === null || (held.rows ?? 0) >= total.rows);
}

/** `10 of 5,000 rows and 20 of 41 columns are kept`; `10 of 5,000 rows are kept` where all columns are there. */
export function describeKept(held: TableSize, total: TableSize): string {
  return `${describePart(held, total)} are kept`;
}

/** `10 of 5,000 rows and 20 of 41 columns`. */
export function describePart(held: TableSize, total: TableSize): string {
  const rows =
    total.rows !== null &&
    (held.rows ?? 0) < total.rows &&
    `${(held.rows ?? 0).toLocaleString('en')} of ${pluralize(total.rows, 'row')}`;
  const columns =
    held.columns < total.columns &&
    `${held.columns.toLocaleString('en')} of ${pluralize(total.columns, 'column')}`;
  return [rows, columns].filter(Boolean).join(' and ') || describeSize(total);
}
