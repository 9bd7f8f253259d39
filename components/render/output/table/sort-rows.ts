import { isMissing, type Row, toNumber } from './read-html-table.ts';

export interface Sorting {
  readonly column: number;
  readonly direction: 'ascending' | 'descending';
}

const COLLATOR = new Intl.Collator('en', { numeric: true });

/** Sorts the rows shown by one column: numbers by value, missing values last, equal values in their order. */
export function sortRows(rows: readonly Row[], isNumeric: boolean, { column, direction }: Sorting): Row[] {
  const sign = direction === 'ascending' ? 1 : -1;
  const keyed = rows.filter(({ isGap }) => !isGap).map((row) => ({ row, text: row.cells[column] ?? '' }));
  const present = keyed.filter(({ text }) => !isMissing(text));
  const missing = keyed.filter(({ text }) => isMissing(text));
  if (isNumeric) {
    const numbers = present.map((each) => ({ ...each, number: toNumber(each.text) ?? 0 }));
    numbers.sort((a, b) => sign * compareNumbers(a.number, b.number));
    return [...numbers, ...missing].map(({ row }) => row);
  }
  present.sort((a, b) => sign * COLLATOR.compare(a.text, b.text));
  return [...present, ...missing].map(({ row }) => row);
}

/** Infinities cannot be subtracted. */
function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** What the next click on a column's name does: ascending, descending, original order. */
export function nextSorting(sorting: Sorting | null, column: number): Sorting | null {
  if (sorting?.column !== column) return { column, direction: 'ascending' };
  return sorting.direction === 'ascending' ? { column, direction: 'descending' } : null;
}
