/** Amounts, figures, what they are grouped by, and how they are presented. */
import type { Aggregate, DurationUnit, Expression } from '../query.ts';
import { END_DATES } from './concepts.ts';
import { columnOf, isMention, isOneOf, keyOf, toNumber } from './conditions.ts';
import {
  aggregateOf,
  amountOf,
  binary,
  binnedKey,
  countOf,
  identifierOf,
  isAdditive,
  isGroupable,
  periodKey,
  plainMeasure,
  rateOf,
  ratioOf,
} from './figures.ts';
import type { Amount, Field, Having, Measure, Mention, Quantity, View } from './meanings.ts';
import { rule } from './rule.ts';

function duration(from: Field, to: Field, unit: DurationUnit): Amount | null {
  if (from.name === to.name) return null;
  const of: Expression = { kind: 'duration', from: columnOf(from), to: columnOf(to), unit };
  return { of, name: `${unit} from ${from.name} to ${to.name}`, field: null };
}

/** How long what a row is about takes, where one date ends what another begins. */
function lasting({ date, fields }: View): Amount | null {
  const ends = fields.filter(
    (field) => field.type === 'date' && field.words.some((word) => END_DATES.has(word)),
  );
  const [end, ...more] = ends;
  return date?.type === 'date' && end && more.length === 0 ? duration(date, end, 'days') : null;
}

/** All of them, or null if one cannot be read. */
function all<Item>(items: readonly (Item | null)[]): Item[] | null {
  const known = items.filter((item) => item !== null);
  return known.length === items.length ? known : null;
}

function percentile(percent: number, amount: Amount): Measure | null {
  if (percent < 0 || percent > 100 || (amount.field && amount.field.type !== 'number')) return null;
  const figure = { kind: 'percentile', of: amount.of, percent, where: null } as const;
  return { name: `${percent}th percentile of ${amount.name}`, figure, note: null };
}

function distinct(field: Field): Measure | null {
  // Each row has one of its own: then the rows are meant.
  if (field.isIdentifier) return null;
  return aggregateOf('distinct', amountOf(field));
}

function havingOf(
  measure: Measure | null,
  operator: Having['operator'],
  quantity: Quantity,
  field: Field | null,
): Having | null {
  const value = toNumber(field, quantity);
  return measure && value !== null ? { measure, operator, value } : null;
}

function fieldOf(measure: Measure, view: View): Field | null {
  const { figure } = measure;
  const of = figure.kind === 'aggregate' || figure.kind === 'percentile' ? figure.of : null;
  return view.fields.find((field) => of?.kind === 'column' && field.name === of.name) ?? null;
}

/** The figure of those rows alone. */
function ofRows(measure: Measure | null, value: Mention): Measure | null {
  if (measure?.figure.kind !== 'aggregate') return null;
  return {
    ...measure,
    name: `${measure.name} of ${value.label}`,
    figure: { ...measure.figure, where: isMention(value) },
  };
}

const FREE_AGGREGATES: readonly Aggregate[] = ['distinct', 'filled', 'missing', 'mode'];

export const FIGURE_RULES = [
  rule('Amount', 'Num', amountOf),
  rule(
    'Amount',
    'Num minus|- Num ; difference between Num and Num ; difference of Num and Num ; Num less Num',
    (left, right) => binary('-', amountOf(left), amountOf(right)),
  ),
  rule('Amount', 'Num plus|+ Num ; sum of Num and Num', (left, right) =>
    binary('+', amountOf(left), amountOf(right)),
  ),
  rule('Amount', 'Num times|x|* Num ; Num multiplied by|with Num ; product of Num and Num', (left, right) =>
    binary('*', amountOf(left), amountOf(right)),
  ),
  rule('Amount', 'Num divided by Num ; Num over Num ; Num / Num', (left, right) =>
    binary('/', amountOf(left), amountOf(right)),
  ),
  rule(
    'Amount',
    `number of Span between Date and Date ; number of Span from Date to|until Date ; Span between Date and Date ;
    Span from Date to|until Date ;
    time|duration in Span between|from Date and|to Date`,
    (unit, from, to) => duration(from, to, unit),
  ),
  // From the date of the row on, or over the time that a row takes.
  rule('Amount', 'time until|to|till Date ; Date time ; time to get|reach|the? Date', (date, view) =>
    view.date?.type === 'date' ? duration(view.date, date, 'days') : null,
  ),
  rule('Amount', 'length|duration of Noun ; how long @do? Noun? last|take|lasted|took', (...parts) => {
    const view = parts.at(-1);
    return typeof view === 'object' && view !== null && 'fields' in view ? lasting(view) : null;
  }),
  rule(
    'Amount',
    `time|duration|difference|delay|gap between Date and Date ; time|duration from Date to|until Date ;
    time that? passes? between Date and Date`,
    (from, to) => duration(from, to, 'days'),
  ),
  rule(
    'Amount',
    'time|duration between Date and Date in Span ; time|duration from Date to Date in Span',
    (from, to, unit) => duration(from, to, unit),
  ),
  rule('Amount', 'length of Text', (field) =>
    field.type === 'text'
      ? { of: { kind: 'text-length', of: columnOf(field) }, name: `length of ${field.name}`, field: null }
      : null,
  ),
  rule('Amount', 'absolute Num ; absolute value of Num', (field) => ({
    of: { kind: 'absolute', of: columnOf(field) },
    name: `absolute ${field.name}`,
    field: null,
  })),
  rule('Amount', 'Noun Num', (_noun, field) => amountOf(field)),
  rule('Amounts', 'Amount', (amount) => [amount]),
  rule('Amounts', 'Amounts @and Amount', (amounts, amount) => [...amounts, amount]),

  rule('Count', 'count|number|counts of Values', (values) => {
    const condition = isOneOf(values);
    return condition && countOf([condition]);
  }),
  rule('Count', 'headcount', ({ who }) => who && (distinct(who) ?? countOf([]))),
  rule('Count', '@number Set ; count|counts of? Set ; Set count|counts', (set) => countOf(set)),
  rule('Count', '@number @distinct Col ; @distinct Col count', distinct),
  rule('Count', '@number @distinct Noun', (noun, view) => {
    const field = identifierOf(noun, view);
    return field && distinct(field);
  }),
  rule('Count', '@number Text ; how many Text', distinct, 1),
  rule('Count', 'how many Text @exist|@done', distinct),
  rule(
    'Count',
    'how many Values',
    (values) => {
      const condition = isOneOf(values);
      return condition && countOf([condition]);
    },
    1,
  ),
  rule('Measures', 'Set and|, Measure ; Set plus Measure', (set, measure) => [countOf(set), measure], 1),
  rule('Count', 'how many Values @exist|@be|@do|@done ; number of Values', (values) => {
    const condition = isOneOf(values);
    return condition && countOf([condition]);
  }),
  // Of things with a quantity, pieces may be meant as well as rows: the question is then asked back.
  rule('Measure', 'how many Values @done', (values, view) => {
    const field = view.fields.find(
      (one) => one.isAdditive && ['quantity', 'qty', 'unit'].includes(one.words[0] ?? ''),
    );
    const measure = field ? aggregateOf('sum', amountOf(field)) : null;
    const condition = isOneOf(values);
    if (measure?.figure.kind !== 'aggregate' || !condition) return null;
    return { ...measure, figure: { ...measure.figure, where: condition } };
  }),
  rule('Measure', 'Count', (measure) => measure),
  rule('Measure', 'Agg Amount', (aggregate, amount) => aggregateOf(aggregate, amount)),
  rule('Measure', 'Agg Col ; Agg value|values? of|in|for Col', (aggregate, field) =>
    FREE_AGGREGATES.includes(aggregate) || field.type === 'date'
      ? aggregateOf(aggregate, amountOf(field))
      : null,
  ),
  rule('Measure', 'Agg value|level of|for Amount', (aggregate, amount) => aggregateOf(aggregate, amount)),
  rule('Measure', 'earliest|first|oldest Date', (date) => aggregateOf('min', amountOf(date))),
  rule('Measure', 'latest|last|newest|most recent Date', (date) => aggregateOf('max', amountOf(date))),
  rule('Measure', 'Amount', plainMeasure, 1),
  rule('Measure', 'Agg number of Num', (aggregate, field) =>
    field.isAdditive ? aggregateOf(aggregate, amountOf(field)) : null,
  ),
  rule('Measure', 'Amount Agg', (amount, aggregate) => aggregateOf(aggregate, amount), 1),
  rule(
    'Measure',
    'difference between highest|maximum|max|largest and lowest|minimum|min|smallest Amount',
    (amount) => aggregateOf('range', amount),
  ),
  rule('Measure', 'how much|many Num ; how much|many total Num ; amount of Num ; @number Num', (field) =>
    field.isAdditive ? aggregateOf('sum', amountOf(field)) : null,
  ),
  // "average gas consumption": the figure of the rows of that value.
  rule('Measure', 'Agg Value Amount', (aggregate, value, amount) =>
    ofRows(aggregateOf(aggregate, amount), value),
  ),
  rule('Measure', 'net change in|of Num', (field) =>
    field.isAdditive ? aggregateOf('sum', amountOf(field)) : null,
  ),
  rule('Measure', '@longest Amount', (amount) => aggregateOf('max', amount)),
  rule('Measure', '@shortest Amount', (amount) => aggregateOf('min', amount)),
  rule('Measure', 'Percent of? Amount', percentile),
  rule('Measure', 'Amount @be? only|just? exceeded by only|just? Quantity of?', (amount, quantity) =>
    quantity.unit === '%' ? percentile(100 - quantity.value, amount) : null,
  ),
  rule('Measure', 'Ord percentile of? Amount ; N percentile of? Amount', percentile),
  rule('Measures', 'Ord and|, Ord percentile|percentiles of? Amount', (first, second, amount) =>
    first === second ? null : all([percentile(first, amount), percentile(second, amount)]),
  ),
  rule('Measure', 'Ord quartile of? Amount', (place, amount) => percentile(place * 25, amount)),
  rule('Measure', 'upper quartile of? Amount', (amount) => percentile(75, amount)),
  rule('Measure', 'lower quartile of? Amount', (amount) => percentile(25, amount)),
  rule(
    'Measure',
    'Num per Num ; average Num per Num ; ratio of Num to Num ; ratio between Num and Num',
    (left, right) => ratioOf(aggregateOf('sum', amountOf(left)), aggregateOf('sum', amountOf(right))),
  ),
  rule('Measure', 'ratio of Count to Count', ratioOf),
  rule('Measure', 'Num per Noun ; @average Num per Noun', (field, noun) =>
    aggregateOf('mean', amountOf(field), `\`${field.name}\` is averaged over each ${noun}.`),
  ),
  rule('Measure', 'Value rate ; rate of Value', (value) => rateOf([], isMention(value))),
  rule('Measure', 'Root rate', (value) => rateOf([], isMention(value))),
  rule('Measure', 'Measure in total|all ; Measure overall|altogether ; overall Measure', (measure) => {
    const { figure } = measure;
    const isTotal =
      figure.kind === 'count' ||
      (figure.kind === 'aggregate' && ['sum', 'distinct'].includes(figure.aggregate));
    return isTotal ? measure : null;
  }),
  rule('Measure', 'Set', (set) => countOf(set), 3),
  rule('Measures', 'Measure', (measure) => [measure]),
  rule('Measures', 'Measures @and Measure', (measures, measure) =>
    measures.some((other) => other.name === measure.name) ? null : [...measures, measure],
  ),
  rule('Measures', 'Agg Amounts @and Amount ; Agg Amounts and Amount', (aggregate, amounts, amount) =>
    all([...amounts, amount].map((one) => aggregateOf(aggregate, one))),
  ),
  rule('Measures', 'Agg @and Agg Amount', (first, second, amount) =>
    first === second ? null : all([aggregateOf(first, amount), aggregateOf(second, amount)]),
  ),
  rule('Measures', 'Agg , Agg @and Agg Amount', (first, second, third, amount) =>
    all([first, second, third].map((aggregate) => aggregateOf(aggregate, amount))),
  ),

  rule('Key', 'Text ; Flag', (field) =>
    field.isIdentifier && field.type === 'number' ? null : keyOf(columnOf(field)),
  ),
  rule('Key', 'Value and|vs|versus|or not|non Value', (left, right) =>
    left.label === right.label && left.field.name === right.field.name ? keyOf(columnOf(left.field)) : null,
  ),
  rule('Key', 'Num', (field) => (isGroupable(field) ? keyOf(columnOf(field)) : null), 1),
  rule(
    'Key',
    `Num group|range|band|bin|bracket|class|groups|ranges|bins|bands|brackets ;
    range|group|bin|bins|ranges|groups of Num`,
    binnedKey,
  ),
  rule(
    'Key',
    'Period',
    (period, view) => (view.date?.type === 'date' || period === 'year' ? periodKey(period, view) : null),
    1,
  ),
  rule('Key', 'Part', (part, view) =>
    view.date?.type === 'date' ? keyOf({ kind: 'part', of: columnOf(view.date), part }) : null,
  ),
  rule('Key', 'Period of Date ; Date Period', (...parts) => {
    const [first, second, view] = parts;
    if (typeof first === 'string' && typeof second === 'object') return periodKey(first, view, second);
    return typeof first === 'object' && typeof second === 'string' ? periodKey(second, view, first) : null;
  }),
  rule('Key', 'Part of Date', (part, date) => keyOf({ kind: 'part', of: columnOf(date), part })),
  rule('Key', 'Date', (date) => keyOf({ kind: 'period', of: columnOf(date), period: 'day' }), 2),
  rule('Keys', 'Key', (key) => [key]),
  rule(
    'Keys',
    'Keys and|, Key ; Keys , and Key ; Keys @per Key ; Keys and @per Key ; combination of Keys and Key',
    (keys, key) =>
      keys.some((other) => JSON.stringify(other) === JSON.stringify(key)) ? null : [...keys, key],
  ),
  rule('Cols', 'Col', (field) => [field]),
  rule('Cols', 'Cols @and Col', (fields, field) =>
    fields.some((one) => one.name === field.name) ? null : [...fields, field],
  ),

  rule('Best', '@high', () => ({ count: 1, place: null, descending: true })),
  rule('Best', '@low', () => ({ count: 1, place: null, descending: false })),
  rule('Best', 'Ord @high', (place) => (place > 1 ? { count: null, place, descending: true } : null)),
  rule('Best', 'Ord @low', (place) => (place > 1 ? { count: null, place, descending: false } : null)),
  rule('Best', 'N @high ; top|best N ; @high N', (count) =>
    count >= 1 ? { count, place: null, descending: true } : null,
  ),
  rule('Best', 'N @low ; bottom N ; @low N', (count) =>
    count >= 1 ? { count, place: null, descending: false } : null,
  ),

  // Groups by figures of their own.
  rule('Having', '@that? @has no Set ; with no Set ; without any Set', (set) =>
    set.length > 0 ? { measure: countOf(set), operator: '==', value: 0 } : null,
  ),
  rule('Having', '@that? @has|@verb Cmp N Set ; with Cmp N Set ; @that? @has|@verb N Cmp Set', (...parts) => {
    const [first, second, set] = parts;
    const [operator, value] = typeof first === 'string' ? [first, Number(second)] : [second, first];
    return typeof operator === 'string' ? { measure: countOf(set), operator, value } : null;
  }),
  rule('Having', '@that? @has|@verb N or more Set ; @that? @has|@verb at least N Set', (value, set) => ({
    measure: countOf(set),
    operator: '>=',
    value,
  })),
  rule('Having', '@that? @has|@verb exactly|only N Set', (value, set) => ({
    measure: countOf(set),
    operator: '==',
    value,
  })),
  rule(
    'Having',
    '@that? @has|@verb more than one Set ; with several|multiple Set ; @that? ordered|bought|purchased|visited|appear|appears|occur|came? more than once',
    (...parts) => {
      const set = Array.isArray(parts[0]) ? parts[0] : [];
      return { measure: countOf(set), operator: '>', value: 1 };
    },
  ),
  rule(
    'Having',
    `@that? @has Measure Cmp Quantity ; @that? @has Measure of Cmp Quantity ;
    where|whose Measure @be Cmp Quantity ; with Measure Cmp Quantity`,
    (measure, operator, quantity, view) =>
      measure.note === null ? havingOf(measure, operator, quantity, fieldOf(measure, view)) : null,
  ),
  rule(
    'Having',
    '@that? @has Amount Cmp Quantity ; with Amount Cmp Quantity',
    (amount, operator, quantity) =>
      amount.field && isAdditive(amount)
        ? havingOf(plainMeasure(amount), operator, quantity, amount.field)
        : null,
  ),
  rule('Having', '@that? @has|@verb Cmp N Values', (operator, value, values) => {
    const condition = isOneOf(values);
    return condition && { measure: countOf([condition]), operator, value };
  }),
].flat();
