import { pluralize } from '../../../ui/format.ts';
import type { Table } from './read-html-table.ts';
import { TABLE_TEXTS } from './table-texts.ts';

/** `1,204 rows × 12 columns`, or how much of them is shown: `10 of 1,204 rows × 2 columns`. */
export function describeRows({ rows, columns, total }: Table, isSorted: boolean): string {
  const shownRows = rows.filter(({ isGap }) => !isGap).length;
  const shownColumns = columns.filter(({ isIndex, isGap }) => !isIndex && !isGap).length;
  const size = TABLE_TEXTS.size(
    ofTotal(shownRows, total.rows, 'row'),
    ofTotal(shownColumns, total.columns, 'column'),
  );
  return isSorted && shownRows < total.rows ? TABLE_TEXTS.sortedPart(size) : size;
}

/** What a screen reader says on entering. */
export function describeTable(table: Table): string {
  return TABLE_TEXTS.name(describeRows(table, false));
}

function ofTotal(shown: number, total: number, noun: string): string {
  const counted = pluralize(total, noun);
  return shown < total ? TABLE_TEXTS.part(shown, counted) : counted;
}
