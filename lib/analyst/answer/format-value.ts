/** Values as an answer shows them: thousands grouped, sensible digits, units, dates and periods in words. */
import { formatDate, nameMonth } from '../query/format-date.ts';
import type { ColumnKind } from '../write/column-kind.ts';
import type { Value } from './result-data.ts';

export interface ValueFormat {
  readonly unit: string | null;
  /** That were asked for. */
  readonly decimals: number | null;
  /** The value is a part of one. */
  readonly asPercent: boolean;
  readonly kind: ColumnKind | null;
}

export const PLAIN: ValueFormat = { unit: null, decimals: null, asPercent: false, kind: null };

/** Written before the number. */
const CURRENCIES: readonly string[] = ['$', '€', '£', '¥'];

export function formatValue(value: Value, format: ValueFormat): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  const { kind } = format;
  if (typeof value === 'number') {
    if (kind?.part === 'month-of-year') return nameMonth(value);
    if (kind?.part || kind?.period || kind?.isName) return String(value);
    return formatNumber(value, format);
  }
  return /^\d{4}-\d\d-\d\d(T[\d:.]+)?([+-]\d\d:\d\d)?$/.test(value)
    ? formatDate(value, kind?.period ?? null)
    : value;
}

export function formatNumber(value: number, { unit, decimals, asPercent }: ValueFormat): string {
  const shown = asPercent ? value * 100 : value;
  const isMoney = unit !== null && CURRENCIES.includes(unit.slice(0, 1));
  const text = groupDigits(Math.abs(shown), decimals, { isPercent: asPercent || unit === '%', isMoney });
  const sign = shown < 0 && /[1-9∞]/.test(text) ? '-' : '';
  if (asPercent || unit === '%') return `${sign}${text}%`;
  if (unit === null) return `${sign}${text}`;
  return isMoney ? `${sign}${unit.slice(0, 1)}${text}${unit.slice(1)}` : `${sign}${text} ${unit}`;
}

/** Two decimals, one of a percentage, and three digits of a number below one. Decimals that were asked for are kept. */
function groupDigits(
  value: number,
  decimals: number | null,
  { isPercent, isMoney }: { isPercent: boolean; isMoney: boolean },
): string {
  const write = (options: Intl.NumberFormatOptions) => value.toLocaleString('en-US', options);
  if (decimals !== null) return write({ minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  if (Number.isInteger(value)) return write({});
  if (value < (isPercent ? 0.1 : 1)) return write({ maximumSignificantDigits: 3 });
  // A price has both of its decimals or none.
  return write({ minimumFractionDigits: isMoney ? 2 : 0, maximumFractionDigits: isPercent ? 1 : 2 });
}

/** What a side of a comparison is called: `2024-03` is March 2024. */
export function formatSide(label: string): string {
  return /^\d{4}-(\d{2}(-\d{2})?|Q\d)$/.test(label) ? formatDate(label, null) : label;
}

export function bold(text: string): string {
  return `**${text}**`;
}

/** "a, b and c". */
export function listWords(items: readonly string[], word = 'and'): string {
  if (items.length <= 1) return items.join('');
  return `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;
}

export function countWords(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** 1st, 2nd, 3rd, 11th. */
export function toOrdinal(number: number): string {
  const end = number % 100 >= 11 && number % 100 <= 13 ? 0 : number % 10;
  return `${number}${['th', 'st', 'nd', 'rd'][end] ?? 'th'}`;
}

/** "highest price", of what is the highest price itself, too. */
export function nameEnd(end: 'highest' | 'lowest', words: string): string {
  return words.startsWith(`${end} `) ? words : `${end} ${words}`;
}

export function capitalize(text: string): string {
  return text.replace(
    /^(\W*)(\p{L})/u,
    (_, before: string, first: string) => `${before}${first.toUpperCase()}`,
  );
}
