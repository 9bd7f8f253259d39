/** Figures with their names, as the answer calls them. */
import { AGGREGATE_NAMES, type Aggregate, type Condition, type Key, type Period } from '../../query/query.ts';
import { LEVELS } from './concepts.ts';
import { columnOf, isOneOf, keyOf } from './conditions.ts';
import type { Amount, Field, Measure, Mention, View } from './meanings.ts';
import { ID_WORDS } from './vocabulary.ts';

export function aggregateOf(
  aggregate: Aggregate,
  amount: Amount,
  note: string | null = null,
): Measure | null {
  const isNumber = amount.field === null || amount.field.type === 'number';
  const isDate = amount.field?.type === 'date' && ['min', 'max'].includes(aggregate);
  if (!isNumber && !isDate && aggregate !== 'distinct') return null;
  const figure = { kind: 'aggregate', aggregate, of: amount.of, where: null } as const;
  return { name: `${AGGREGATE_NAMES[aggregate]} ${amount.name}`, figure, note };
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

/** The sum, of what adds up. */
export function totalOf(amount: Amount): Measure | null {
  return isAdditive(amount) ? aggregateOf('sum', amount) : null;
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

/** The figure of those rows alone. */
export function ofRows(measure: Measure | null, where: Condition | null): Measure | null {
  return measure?.figure.kind === 'aggregate' ? { ...measure, figure: { ...measure.figure, where } } : null;
}

/** The different ones instead of rows. */
export function countOnce({ figure }: Measure, field: Field): Measure | null {
  return figure.kind === 'count' ? ofRows(aggregateOf('distinct', amountOf(field)), figure.where) : null;
}

export function countOf(conditions: readonly Condition[], noun = 'rows'): Measure {
  return { name: `number of ${noun}`, figure: { kind: 'count', where: allOf(conditions) }, note: null };
}

/** Of the rows with one of several values of one column. */
export function countOfValues(values: readonly Mention[]): Measure | null {
  const condition = isOneOf(values);
  return condition && countOf([condition]);
}

export function allOf(conditions: readonly Condition[]): Condition | null {
  const [first, ...rest] = conditions;
  if (!first || rest.length === 0) return first ?? null;
  return {
    kind: 'and',
    conditions: conditions.flatMap((one) => (one.kind === 'and' ? one.conditions : [one])),
  };
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
