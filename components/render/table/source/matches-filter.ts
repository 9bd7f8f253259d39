/** Filters of the page, for rows that it holds itself: the same meaning as in the kernel. */
import type { ColumnFilter } from '../../../../lib/protocol/tables/table-query.ts';
import { shortenNumber, writeValue } from './format-value.ts';
import { toNumber } from './read-typed.ts';
import type { ColumnKind, Value } from './table.ts';

/** `kind`: of the column. */
export function matchesFilter(whole: Value, filter: ColumnFilter, kind: ColumnKind): boolean {
  const value = toShown(whole);
  switch (filter.is) {
    case 'empty':
      return value === null || value === '';
    case 'not-empty':
      return value !== null && value !== '';
    case 'one-of':
      return filter.texts.includes(value === null ? null : writeValue(value));
    case 'contains':
      return value !== null && hasText(value, filter.text.toLowerCase());
    case 'equals':
      return value !== null && equals(value, filter.text);
    case 'range':
      return value !== null && isWithin(kind === 'number' ? toNumber(writeValue(value)) : value, filter);
  }
}

/** `text` in small letters. */
export function hasText(value: Value, text: string): boolean {
  return value !== null && writeValue(toShown(value)).toLowerCase().includes(text);
}

/** Numbers are compared as they are shown. */
const toShown = (value: Value): Value => (typeof value === 'number' ? shortenNumber(value) : value);

function equals(value: Value, text: string): boolean {
  return writeValue(value) === text || (typeof value === 'number' && value === toNumber(text));
}

function isWithin(
  value: Value,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): boolean {
  if (typeof value === 'number') {
    return (from === undefined || value >= toNumber(from)) && (to === undefined || value <= toNumber(to));
  }
  const text = writeValue(value);
  if (from !== undefined && text < from) return false;
  // The end of a year, month or day belongs to it.
  return to === undefined || text <= to || (isNamedWhole(to) && text.startsWith(to));
}

const isNamedWhole = (text: string) => /^\d{4}(?:-\d{2}){0,2}$/.test(text);
