import { describeKept, describeSize, isWhole } from '../../../../lib/notebook/html-table/describe-size.ts';
import { pluralize } from '../../../../lib/util/pluralize.ts';
import { TABLE_TEXTS } from '../describe/table-texts.ts';
import { isNarrowed } from '../source/table.ts';
import type { TableState } from '../state/use-table.ts';

type ShownRows = Pick<TableState, 'source' | 'shownView' | 'reader' | 'rowCount' | 'selection' | 'isWaiting'>;

/** How a file was read, where that is not as everybody would. */
export function describeReading({ firstRead, note }: TableState['source']): string {
  return [firstRead && TABLE_TEXTS.firstRead(firstRead.rows, firstRead.of), note].filter(Boolean).join(' ');
}

/** `5,000 rows × 41 columns`; of the rows that are shown, while others are searched for: what is left, what matches, and which is the current one. */
export function describeRows(
  { source, shownView, reader, rowCount, selection, isWaiting }: ShownRows,
  isRestComing: boolean,
): string {
  const { held, total } = source;
  if (isWaiting && reader.rowCount === null) return TABLE_TEXTS.loading;
  const isPart = !isWhole(held, total) && !isRestComing;
  const size = isPart ? describeKept(held, total) : describeSize(total);
  const row = selection.head.row;
  const position =
    row >= 0 && rowCount > 0 ? TABLE_TEXTS.rowAt(Math.min(row, rowCount - 1) + 1, rowCount) : '';
  const parts = [
    isNarrowed(shownView) ? TABLE_TEXTS.matches(rowCount, pluralize(held.rows ?? rowCount, 'row')) : '',
    size,
    isPart && shownView.sorting ? TABLE_TEXTS.sortedLeft : '',
    position,
  ];
  return parts.filter(Boolean).join(' · ');
}
