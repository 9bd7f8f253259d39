/** Filters of the page, for rows that it holds itself: the same meaning as in the kernel. */
import type { ColumnFilter } from '../../../../lib/protocol/table-query.ts';
import { shortenNumber, writeValue } from './format-value.ts';
import type { Value } from './table.ts';

export function matchesFilter(whole: Value, filter: ColumnFilter): boolean {
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
      return value !== null && compare(value, filter.text) === 0;
    case 'range':
      return value !== null && isWithin(value, filter);
  }
}

/** `text` in small letters. */
export function hasText(value: Value, text: string): boolean {
  return value !== null && writeValue(toShown(value)).toLowerCase().includes(text);
}

/** Numbers are compared as they are shown. */
const toShown = (value: Value): Value => (typeof value === 'number' ? shortenNumber(value) : value);

function isWithin(
  value: Value,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): boolean {
  if (from !== undefined && compare(value, from) < 0) return false;
  if (to === undefined) return true;
  // The end of a day belongs to it.
  return compare(value, to) <= 0 || (typeof value === 'string' && isDay(to) && value.startsWith(to));
}

function compare(value: Value, text: string): number {
  const own = typeof value === 'number' ? value : writeValue(value);
  const other = typeof value === 'number' ? Number(text) : text;
  return own === other ? 0 : own < other ? -1 : 1;
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);
