import { describeLeft, describeSize, isWhole } from '../../../../lib/notebook/html-table/describe-size.ts';
import { pluralize } from '../../../../lib/util/pluralize.ts';
import { TABLE_TEXTS } from '../describe/table-texts.ts';
import { isNarrowed } from '../source/table.ts';
import type { TableState } from '../state/use-table.ts';

/** `5,000 rows × 41 columns`; what is left of them, what matches, and which row is the current one. */
export function describeRows(
  { source, view, reader, rowCount, selection, isWaiting }: TableState,
  isRestComing: boolean,
): string {
  const { held, total } = source;
  if (isWaiting && reader.rowCount === null) return TABLE_TEXTS.loading;
  const isPart = !isWhole(held, total) && !isRestComing;
  const size = isPart ? describeLeft(held, total) : describeSize(total);
  const row = selection.head.row;
  const position =
    row >= 0 && rowCount > 0 ? TABLE_TEXTS.rowAt(Math.min(row, rowCount - 1) + 1, rowCount) : '';
  const parts = [
    isNarrowed(view) ? TABLE_TEXTS.matches(rowCount, pluralize(held.rows ?? rowCount, 'row')) : '',
    size,
    isPart && view.sorting ? TABLE_TEXTS.sortedLeft : '',
    position,
  ];
  return parts.filter(Boolean).join(' · ');
}
