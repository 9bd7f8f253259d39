/** Comparisons with a date that is as exact as it was given: a year and a month are compared as a whole. */
import type { Comparison } from '../query/query.ts';
import type { ColumnKind } from './column-kind.ts';
import { writeText } from './python-code.ts';

type Precision = 'year' | 'quarter' | 'month' | 'day' | 'minute' | 'second';

const BY_LENGTH: readonly (readonly [number, Precision])[] = [
  [4, 'year'],
  [7, 'month'],
  [10, 'day'],
  [16, 'minute'],
];
/** What cuts a date down to a precision. */
const FLOORS: Readonly<Record<Precision, string>> = {
  year: '.dt.year',
  quarter: '.dt.to_period("Q")',
  month: '.dt.to_period("M")',
  day: '.dt.normalize()',
  minute: '.dt.floor("min")',
  second: '',
};

/** `2024-Q3` is as long as a month. */
function precisionOf(iso: string): Precision {
  if (iso.includes('Q')) return 'quarter';
  return BY_LENGTH.find(([length]) => iso.length <= length)?.[1] ?? 'second';
}

/** `code` is a column of dates or of periods. */
export function writeDateCompare(code: string, kind: ColumnKind, operator: Comparison, iso: string): string {
  const precision = precisionOf(iso);
  if (kind.type === 'period' && kind.period === precision) return `${code} ${operator} ${writeText(iso)}`;
  const dates = toDates(code, kind);
  // Before its first moment and from it on: nothing needs to be cut.
  if (precision !== 'year' && (operator === '>=' || operator === '<'))
    return `${dates} ${operator} ${writeText(iso)}`;
  return `${dates}${FLOORS[precision]} ${operator} ${writeMoment(iso, precision)}`;
}

export function writeDateBetween(code: string, kind: ColumnKind, low: string, high: string): string {
  const precision = precisionOf(low);
  if (precision !== precisionOf(high)) {
    return `(${writeDateCompare(code, kind, '>=', low)}) & (${writeDateCompare(code, kind, '<=', high)})`;
  }
  const isWhole = kind.type === 'period' && kind.period === precision;
  const dates = isWhole ? code : `${toDates(code, kind)}${FLOORS[precision]}`;
  return isWhole
    ? `${dates}.between(${writeText(low)}, ${writeText(high)})`
    : `${dates}.between(${writeMoment(low, precision)}, ${writeMoment(high, precision)})`;
}

export function toDates(code: string, kind: ColumnKind): string {
  return kind.type === 'period' ? `${code}.dt.start_time` : code;
}

function writeMoment(iso: string, precision: Precision): string {
  return precision === 'year' ? String(Number(iso)) : writeText(iso);
}
