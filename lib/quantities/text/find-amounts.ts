/** Everything in a text that says how much, how many, or when, in digits. */

import { type CalendarDate, type DateOrder, findDates, isYear } from './dates.ts';
import type { DecimalMark } from './decimal-mark.ts';
import { findDurations } from './durations.ts';
import { findDigits, type Numeral } from './numerals.ts';
import { createTakenSpans } from './taken-spans.ts';
import { CURRENCY_SIGN, findUnit, readSuffix, type Unit } from './units.ts';

export interface Amount {
  readonly start: number;
  readonly end: number;
  /** The value with sign and scale as written: −5.1e6 for “−5.1 million”. 0 for a date without a year. */
  readonly value: number;
  /** What one unit of the last digit shown is worth, with the scale. */
  readonly step: number;
  /** The same for the last digit that is not zero. */
  readonly roundStep: number;
  /** The factor of the word beside it: 1e6 for “5.1 million”. */
  readonly scale?: number;
  readonly unit: Unit | null;
  readonly kind: 'digits' | 'date';
  /** The date, also for a number that can be a year. */
  readonly date: CalendarDate | null;
  /** A date whose day and month could be the other way round. */
  readonly isEither?: boolean;
}

export interface AmountForm {
  readonly mark: DecimalMark;
  /** Whether a month without a year counts; in data, it is a name, and `61/1204` is two numbers. */
  readonly isProse: boolean;
  /** Null where it is not known. */
  readonly order?: DateOrder | null;
}

/** In order of their places, without overlaps. */
export function findAmounts(text: string, { mark, isProse, order = null }: AmountForm): Amount[] {
  const lengths = findDurations(text);
  // The time in `0 days 00:41:12` is not a time of day.
  const ofDays = lengths.filter(({ start, end }) => text.slice(start, end).includes(' days '));
  const dates: Amount[] = findDates(text, isProse, order)
    .filter(({ start, end }) => !ofDays.some((length) => length.start < end && start < length.end))
    .map(({ date, ...found }) => ({
      ...found,
      value: date.year ?? 0,
      step: 1,
      roundStep: 1,
      unit: null,
      kind: 'date',
      date,
    }));
  const durations: Amount[] = lengths.map(({ start, end, seconds, step }) => ({
    start,
    end,
    value: seconds / step,
    step: 1,
    roundStep: 1,
    unit: { dimension: 'time', factor: step },
    kind: 'digits',
    date: null,
  }));
  const digits = findDigits(text, mark, !isProse).map((numeral) => toAmount(text, numeral));
  const taken = createTakenSpans(text.length);
  const found = [...dates, ...durations, ...digits.filter(isMeasurable)].filter(({ start, end }) => {
    if (taken.overlaps(start, end)) return false;
    taken.take(start, end);
    return true;
  });
  return found.length > 1 ? found.toSorted((a, b) => a.start - b.start) : found;
}

/** Sums and scales of larger numbers are infinite, and an infinite one would match any. */
const MAX_SIZE = 1e290;

/** Whether a number can be compared with others: `1e999` cannot. */
export function isMeasurable({ value, step }: Pick<Amount, 'value' | 'step'>): boolean {
  return Math.abs(value) < MAX_SIZE && step < MAX_SIZE;
}

const BEFORE = new RegExp(
  `^(.*?)(?:([-−–+]) ?)?((?:${CURRENCY_SIGN.source})[ \\u00a0\\u2060]?)?([-−])?$`,
  's',
);

function toAmount(text: string, numeral: Numeral): Amount {
  const before = text.slice(Math.max(0, numeral.start - 8), numeral.start);
  const [, lead = '', outer, currency, inner] = BEFORE.exec(before) ?? [];
  const prefixed = before.slice(lead.length);
  // In `10-15`, `5 - 3`, and `a – 5` the mark is not a sign.
  const isSign = (sign: string | undefined) =>
    sign !== undefined &&
    sign !== '+' &&
    !/[\p{L}\d)\]%]$|\+\/?$/u.test(lead) &&
    !((sign === '–' || /^. /.test(prefixed)) && /\S\s$/.test(lead));
  const isNegative = isSign(outer) || isSign(inner);
  const prefix = currency === undefined ? null : findUnit(currency.trim());
  const suffix = readSuffix(text.slice(numeral.end, numeral.end + 40), prefix !== null);
  const scale = suffix.multiplier * (isNegative ? -1 : 1);
  const value = numeral.value * scale;
  const unit = prefix ?? suffix.unit;
  const isBare = unit === null && suffix.multiplier === 1 && !isNegative;
  const looksLikeYear = isBare && isYear(value) && /^\d{4}$/.test(text.slice(numeral.start, numeral.end));
  const signLength = isNegative ? prefixed.length : (currency?.length ?? 0) + (inner === undefined ? 0 : 1);
  return {
    start: numeral.start - signLength,
    end: numeral.end + suffix.length,
    value,
    step: numeral.step * suffix.multiplier,
    roundStep: numeral.roundStep * suffix.multiplier,
    scale: suffix.multiplier,
    unit,
    kind: 'digits',
    date: looksLikeYear ? { year: value } : null,
  };
}
