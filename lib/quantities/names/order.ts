/** Where a row is in the order of a column. */
import type { SourceValue } from '../source/source-value.ts';
import type { NamedColumn, NamedRow } from './named-table.ts';
import type { Side } from './superlatives.ts';

/** One row in one column. */
export interface Place {
  readonly row: NamedRow;
  readonly column: NamedColumn;
  readonly value: SourceValue;
}

export function listPlaces(row: NamedRow): Place[] {
  return row.table.columns.flatMap((column) => {
    const value = column.values.find((each) => row.values.includes(each));
    return value ? [{ row, column, value }] : [];
  });
}

/** Columns in which the least is first. */
const RANK = /rank|place|position|grade|note/iu;

export function isRank({ column }: Place): boolean {
  return RANK.test(column.label.text);
}

/** Without those of rows that sum up others. */
function listRivals({ row, column, value }: Place): SourceValue[] {
  return column.values.filter((other) => !row.table.totals.has(other) || other === value);
}

/** Whether no other row has more, or less. Where both can be meant, either will do. */
export function isEnd(place: Place, side: Side): boolean {
  const { value } = place.value;
  const rivals = listRivals(place).map((other) => other.value);
  const isMost = rivals.every((other) => other <= value);
  const isLeast = rivals.every((other) => other >= value);
  // The largest loss can be the least value.
  if (side === 'either' || rivals.some((other) => other < 0) || isRank(place)) {
    const sizes = rivals.map(Math.abs);
    const size = Math.abs(value);
    return (
      isMost || isLeast || sizes.every((other) => other <= size) || sizes.every((other) => other >= size)
    );
  }
  return side === 'most' ? isMost : isLeast;
}

/** Of a side the values that no other reaches; of two, first the one to which the place is nearer. */
export function listEnds(place: Place, side: Side): SourceValue[] {
  const sorted = listRivals(place).toSorted((a, b) => a.value - b.value);
  const [least, nextLeast] = sorted;
  const [nextMost, most] = sorted.slice(-2);
  const ends = [
    ...(side !== 'most' && least && least.value < (nextLeast?.value ?? least.value) ? [least] : []),
    ...(side !== 'least' && most && most.value > (nextMost?.value ?? most.value) ? [most] : []),
  ];
  return sorted.indexOf(place.value) * 2 < sorted.length - 1 ? ends : ends.toReversed();
}

/** The rows of the column in their order, from the end at which the place is. */
export function listOrder(place: Place): SourceValue[] {
  const rivals = listRivals(place);
  const isMost = rivals.every((other) => other.value <= place.value.value);
  return rivals.toSorted((a, b) => (isMost ? b.value - a.value : a.value - b.value));
}
