import type { Value } from './table.ts';

const COLLATOR = new Intl.Collator('en', { numeric: true });

/** Positions in the order of the values: missing ones last both ways, equal ones in their order. */
export function sortPlaces(
  places: readonly number[],
  read: (place: number) => Value,
  order: 'ascending' | 'descending',
): number[] {
  const sign = order === 'ascending' ? 1 : -1;
  const present = places.filter((place) => !isLast(read(place)));
  const missing = places.filter((place) => isLast(read(place)));
  present.sort((one, other) => sign * compare(read(one), read(other)));
  return [...present, ...missing];
}

const isLast = (value: Value) => value === null || Number.isNaN(value);

function compare(one: Value, other: Value): number {
  if (typeof one === 'string' && typeof other === 'string') return COLLATOR.compare(one, other);
  // Infinities cannot be subtracted.
  if (typeof one === typeof other) return one === other ? 0 : Number(one) < Number(other) ? -1 : 1;
  return COLLATOR.compare(String(one), String(other));
}
