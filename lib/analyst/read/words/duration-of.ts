/** How long something takes: a column says it, or it is the time from one date to another, in a unit that fits its size. */
import type { DurationUnit } from '../../query/query.ts';
import { END_DATES, PERSONAL_DATES, PLANNED_DATES } from './concepts.ts';
import { columnOf } from './conditions.ts';
import { amountOf } from './figures.ts';
import type { Amount, Field, View } from './meanings.ts';
import { findUnit, wordsOf } from './tokens.ts';

/** `unit`: null for one that fits. */
export function durationOf(from: Field, to: Field, unit: DurationUnit | null = null): Amount | null {
  if (from.name === to.name) return null;
  const seconds = from.gaps.find((gap) => gap.to === to.name)?.seconds;
  const used = unit ?? pickUnit(seconds, hasClock(from) || hasClock(to));
  return {
    of: { kind: 'duration', from: columnOf(from), to: columnOf(to), unit: used },
    name: `${used} from ${from.name} to ${to.name}`,
    field: null,
  };
}

/** Dates without a time of day are days apart. */
function hasClock({ hasTime, span }: Field): boolean {
  return hasTime && `${span?.first}${span?.last}`.includes('T');
}

/** Seconds that a unit has, and how many of it are said before the next one is taken. */
const SIZES: readonly (readonly [unit: DurationUnit, seconds: number, most: number])[] = [
  ['seconds', 1, 120],
  ['minutes', 60, 120],
  ['hours', 3600, 48],
  ['days', 86_400, 731],
  ['years', 31_557_600, Number.POSITIVE_INFINITY],
];

function pickUnit(seconds: number | undefined, hasTime: boolean): DurationUnit {
  if (seconds === undefined) return 'days';
  const sizes = hasTime ? SIZES : SIZES.slice(-2);
  return sizes.find(([, size, most]) => seconds < size * most)?.[0] ?? 'days';
}

/** How long what a row is about takes, where one column says it. */
export function saidDuration({ fields }: View): Amount | null {
  const [column, ...others] = fields.filter(saysDuration);
  // The average is asked for, even if they add up.
  return column && others.length === 0 ? amountOf({ ...column, isAdditive: false }) : null;
}

/** The same, where one date ends what another begins: by its name, or because the table has only these two and it is the later one. */
export function lasting({ date, fields }: View): Amount | null {
  const dates = fields.filter(({ type }) => type === 'date');
  const [end, ...more] = dates.filter(({ words }) => words.some((word) => END_DATES.has(word)));
  if (end) return date?.type === 'date' && more.length === 0 ? durationOf(date, end) : null;
  const happened = dates.filter(({ words }) => !words.some((word) => UNHAPPENED.has(word)));
  const [first, second, ...others] = happened;
  if (!first || !second || others.length > 0) return null;
  const order = orderOf(first, second);
  return order && durationOf(...order);
}

/** Dates of a plan, or of whom a row is about. */
const UNHAPPENED: ReadonlySet<string> = new Set([...PERSONAL_DATES, ...PLANNED_DATES]);

/** The earlier of two dates first, where both ends of what the table has say so. */
function orderOf(one: Field, other: Field): [Field, Field] | null {
  const [left, right] = [one, other].map(({ span }) => span);
  if (!left || !right) return null;
  if (left.first <= right.first && left.last <= right.last) return [one, other];
  return left.first >= right.first && left.last >= right.last ? [other, one] : null;
}

/** `duration_min`, `minutes`. */
function saysDuration({ type, name, words }: Field): boolean {
  const isUnit = wordsOf(name).every((word) => CLOCK_UNITS.has(findUnit(word) ?? ''));
  return type === 'number' && (words.includes('duration') || isUnit);
}

const CLOCK_UNITS: ReadonlySet<string> = new Set(['second', 'minute', 'hour']);
