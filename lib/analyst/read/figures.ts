/** Figures with their names, as the answer calls them. */
import type { Aggregate, Condition, Key, Period } from '../query/query.ts';
import { LEVELS } from './concepts.ts';
import { columnOf, keyOf } from './conditions.ts';
import type { Amount, Field, Measure, View } from './meanings.ts';
import { ID_WORDS } from './vocabulary.ts';

const NAMES: Readonly<Record<Aggregate, string>> = {
  sum: 'total',
  mean: 'average',
  median: 'median',
  min: 'lowest',
  max: 'highest',
  std: 'standard deviation of',
  iqr: 'interquartile range of',
  distinct: 'number of different',
};
export function aggregateOf(
  aggregate: Aggregate,
  amount: Amount,
  note: string | null = null,
): Measure | null {
  const isNumber = amount.field === null || amount.field.type === 'number';
  const isDate = amount.field?.type === 'date' && ['min', 'max'].includes(aggregate);
  if (!isNumber && !isDate && aggregate !== 'distinct') return null;
  const figure = { kind: 'aggregate', aggregate, of: amount.of, where: null } as const;
  return { name: `${NAMES[aggregate]} ${amount.name}`, figure, note };
}

export function amountOf(field: Field): Amount {
  return { of: columnOf(field), name: field.name, field };
}

/** The figure that a bare name asks for: the sum of what adds up, else the mean. */
export function plainMeasure(amount: Amount): Measure | null {
  const aggregate = isAdditive(amount) ? 'sum' : 'mean';
  const verb = aggregate === 'sum' ? 'added up' : 'averaged';
  return aggregateOf(aggregate, amount, `\`${amount.name}\` is ${verb}.`);
}

export function isAdditive(amount: Amount): boolean {
  return amount.field?.isAdditive === true;
}

/** Whether a sum of its values means nothing: of rates, temperatures, and percentages. */
export function isLevel({ name, words, unit }: Field): boolean {
  return /[%°/]/.test(`${name}${unit}`) || words.some((word) => LEVELS.has(word) || word === 'speed');
}

/** The column by which those of a name are told apart where some have several rows: `ticket_id` of tickets. */
export function identifierOf(noun: string, { fields }: View): Field | null {
  return (
    fields.find(
      ({ words, isIdentifier }) =>
        !isIdentifier && words[0] === noun && ID_WORDS.has(words.slice(1).join(' ')),
    ) ?? null
  );
}

const SOLD: ReadonlySet<string> = new Set(['sold', 'ordered', 'bought', 'shipped', 'sale']);

/** `quantity`, `units_sold`: not what is in stock. */
export function saysSold(words: readonly string[]): boolean {
  return words.length === 1 || words.some((word) => SOLD.has(word));
}

/** The different ones instead of rows. */
export function countOnce({ figure }: Measure, field: Field): Measure | null {
  const measure = figure.kind === 'count' ? aggregateOf('distinct', amountOf(field)) : null;
  if (figure.kind !== 'count' || measure?.figure.kind !== 'aggregate') return null;
  return { ...measure, figure: { ...measure.figure, where: figure.where } };
}

export function countOf(conditions: readonly Condition[], noun = 'rows'): Measure {
  return { name: `number of ${noun}`, figure: { kind: 'count', where: allOf(conditions) }, note: null };
}

export function allOf(conditions: readonly Condition[]): Condition | null {
  const [first, ...rest] = conditions;
  if (!first || rest.length === 0) return first ?? null;
  return {
    kind: 'and',
    conditions: conditions.flatMap((one) => (one.kind === 'and' ? one.conditions : [one])),
  };
}

/** The part of the rows. */
export function rateOf(where: Condition): Measure {
  return { name: 'share', figure: { kind: 'rate', where }, note: null };
}

export function periodKey(period: Period, view: View, date: Field | null = view.date): Key | null {
  if (!date) return null;
  // Dates without a time have no hours.
  if (period === 'hour' && date.span && !`${date.span.first}${date.span.last}`.includes('T')) return null;
  if (date.type === 'number') return period === 'year' ? keyOf(columnOf(date)) : null;
  return keyOf({ kind: 'period', of: columnOf(date), period });
}

/** A number column whose values are few enough to be groups. */
export function isGroupable(field: Field): boolean {
  return field.isInteger && (field.unique <= 31 || field.words.join(' ') === 'year');
}

/** The period by which a time axis is drawn when the question names none. */
export function pickPeriod(date: Field): Period {
  const days = (Date.parse(date.span?.last ?? '') - Date.parse(date.span?.first ?? '')) / 864e5;
  if (date.type === 'number' || days > 365 * 6) return 'year';
  if (days > 92) return 'month';
  return days > 2 || Number.isNaN(days) ? 'day' : 'hour';
}

/** The highest or the lowest of all. */
export function isExtreme({ figure }: Measure): boolean {
  return figure.kind === 'aggregate' && (figure.aggregate === 'max' || figure.aggregate === 'min');
}
