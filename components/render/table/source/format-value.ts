/** How values of one column are written: with the same decimals, so that they can be compared by eye. */
import { type Column, isIndex, nameColumn, type Value } from './table.ts';

export interface ValueFormat {
  /** Of numbers; null where each is written as it is. */
  readonly decimals: number | null;
  readonly hasThousands: boolean;
  /** Whether some values have more decimals than are shown. */
  readonly isRounded?: boolean | undefined;
}

/** Where nobody has said how many a column needs. More are seen when a cell is opened. */
const MAX_DECIMALS = 6;
const SIGNIFICANT_DIGITS = 6;
/** Numbers of other sizes are written with an exponent. */
const MIN_PLAIN = 1e-4;
const MIN_LARGE = 1e16;
/** Years and other figures of four digits are written as they are, but no year has decimals. */
const MIN_SEPARATED = 10_000;
const MIN_SEPARATED_FRACTION = 1_000;
const NUMBERED_NAME = /(?:^|[\s_./-])(?:id|ids|key|code|zip|plz|phone|year|no|nr|index)$/i;
/** `orderId`, but not `paid`. */
const NUMBERED_ENDING = /[a-z](?:Id|ID|Key|Code)$/;

/** Made once a column: making one takes longer than writing a screen of numbers with it. */
const WRITERS = new WeakMap<ValueFormat, Intl.NumberFormat>();

/** Judged by the first values. */
export function chooseFormat(column: Column, values: readonly Value[]): ValueFormat {
  const numbers = values.filter((value) => typeof value === 'number' && Number.isFinite(value));
  const sizes = numbers.map((value) => Math.abs(Number(value))).filter((size) => size > 0);
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0);
  const name = nameColumn(column);
  const isCount = !isIndex(column) && !NUMBERED_NAME.test(name) && !NUMBERED_ENDING.test(name);
  const minSeparated = numbers.every(Number.isInteger) ? MIN_SEPARATED : MIN_SEPARATED_FRACTION;
  const hasThousands = column.kind === 'number' && isCount && largest >= minSeparated;
  const isWide = largest >= 1e15 || (largest > 0 && largest < 1e-4);
  if (column.kind !== 'number' || isIndex(column) || isWide)
    return { decimals: null, hasThousands, isRounded: column.isRounded || numbers.some(isShortened) };
  if (column.decimals !== undefined)
    return { decimals: column.decimals, hasThousands, isRounded: column.isRounded };
  const written = numbers.reduce<number>((most, value) => Math.max(most, countDecimals(Number(value))), 0);
  const needed = SIGNIFICANT_DIGITS - (largest >= 1 ? Math.floor(Math.log10(largest)) + 1 : 0);
  const decimals = Math.min(written, Math.max(needed, 2), MAX_DECIMALS);
  return { decimals, hasThousands, isRounded: column.isRounded || decimals < written };
}

/** Where no decimals are fixed: enough to read, and without what is left over of a calculation. */
const WHOLE_DIGITS = 12;

/** Whether it has more digits than are written without decimals of its column. */
function isShortened(value: Value): boolean {
  const size = Math.abs(Number(value));
  const hasExponent = size >= MIN_LARGE || (size > 0 && size < MIN_PLAIN);
  return hasExponent
    ? Number(writeExponent(Number(value))) !== value
    : shortenNumber(Number(value)) !== value;
}

/** As it is shown where its column has no decimals: 0.1 + 0.2 is 0.3. */
export const shortenNumber = (value: number): number =>
  Number.isInteger(value) ? value : Number(value.toPrecision(WHOLE_DIGITS));

/** Empty for a missing value. */
export function formatValue(value: Value, format: ValueFormat): string {
  if (typeof value !== 'number') return writeValue(value);
  const { decimals, hasThousands } = format;
  const size = Math.abs(value);
  if (size >= MIN_LARGE && size < Infinity) return writeExponent(value);
  // Arithmetic tells it from zero.
  if (Object.is(value, -0)) return `-${(0).toFixed(decimals ?? 1)}`;
  const isWhole = decimals === null || !Number.isFinite(value);
  // Zero would not be true.
  if (size > 0 && size < (isWhole ? MIN_PLAIN : 0.5 * 10 ** -decimals)) return writeExponent(value);
  const shown = isWhole ? shortenNumber(value) : value;
  if (isWhole && !hasThousands) return writeValue(shown);
  // Many times as fast, and a screen of tables has thousands of cells.
  if (!isWhole && !hasThousands) return value.toFixed(decimals);
  return writerOf(format).format(shown);
}

/** Seven digits at most, as pandas has them. */
function writeExponent(value: number): string {
  return Number(value.toPrecision(SIGNIFICANT_DIGITS + 1)).toExponential();
}

function writerOf(format: ValueFormat): Intl.NumberFormat {
  const made = WRITERS.get(format);
  if (made) return made;
  const { decimals, hasThousands } = format;
  const digits =
    decimals === null
      ? { maximumFractionDigits: 20 }
      : { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const writer = new Intl.NumberFormat('en', { ...digits, useGrouping: hasThousands });
  WRITERS.set(format, writer);
  return writer;
}

/** The value in full, as it is copied and read. Empty for a missing one. */
export function writeValue(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (value === Infinity) return 'inf';
  if (Object.is(value, -0)) return '-0.0';
  return value === -Infinity ? '-inf' : String(value);
}

function countDecimals(value: number): number {
  const text = String(value);
  if (text.includes('e')) return MAX_DECIMALS;
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}
