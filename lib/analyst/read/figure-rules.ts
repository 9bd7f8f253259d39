/** Amounts, figures, what they are grouped by, and how they are presented. */
import type { Aggregate } from '../query/query.ts';
import { columnOf, isMention, isOneOf, keyOf } from './conditions.ts';
import {
  aggregateOf,
  amountOf,
  binary,
  binnedKey,
  countOf,
  identifierOf,
  isGroupable,
  periodKey,
  plainMeasure,
  rateOf,
  ratioOf,
  saysSold,
} from './figures.ts';
import type { Amount, Field, Measure, Mention, Pick, View } from './meanings.ts';
import { rule } from './rule.ts';

/** Last words of columns that are also what something does. */
const VERBS_OF_AMOUNTS: ReadonlySet<string> = new Set(['cost', 'yield', 'produce', 'spend']);

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

function numberOf(value: number): Amount {
  return { of: { kind: 'number', value }, name: String(value), field: null };
}

function distinct(field: Field): Measure | null {
  // Each row has one of its own: then the rows are meant.
  if (field.isIdentifier) return null;
  return aggregateOf('distinct', amountOf(field));
}

/** Said to be a total, and not only taken for one. */
function isSum({ figure, note }: Measure): boolean {
  const isTotal = figure.kind === 'count' || (figure.kind === 'aggregate' && figure.aggregate === 'sum');
  return note === null && isTotal && figure.where === null;
}

function differenceOf(left: Measure, right: Measure): Measure | null {
  const kinds = [left, right].map(({ figure }) =>
    figure.kind === 'aggregate' ? figure.aggregate : figure.kind,
  );
  if (left.note !== null || right.note !== null || kinds[0] !== kinds[1] || left.name === right.name)
    return null;
  const figure = { kind: 'difference', left: left.figure, right: right.figure } as const;
  return { name: `${left.name} minus ${right.name}`, figure, note: null };
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

/** How many pieces of something, where a column says it; of those that were sold, not how many there are in stock. */
function piecesOf(values: readonly Mention[], { fields }: View, isSold: boolean): Measure | null {
  const field = fields.find(
    ({ isAdditive, words }) =>
      isAdditive && ['quantity', 'qty', 'unit'].includes(words[0] ?? '') && (!isSold || saysSold(words)),
  );
  const measure = field ? aggregateOf('sum', amountOf(field)) : null;
  const condition = isOneOf(values);
  if (measure?.figure.kind !== 'aggregate' || !condition) return null;
  return { ...measure, figure: { ...measure.figure, where: condition } };
}

const FREE_AGGREGATES: readonly Aggregate[] = ['distinct', 'filled', 'missing', 'mode'];

/** Of "most", "second most", "3 most". */
function ofPlace(place: number, descending: boolean): Pick | null {
  return place > 1 ? { count: null, place, descending, isMost: true } : null;
}

function ofCount(count: number, descending: boolean): Pick | null {
  return count >= 1 ? { count, place: null, descending, isMost: true } : null;
}

export const FIGURE_RULES = [
  rule('Amount', 'Num', amountOf),
  rule('Amount', 'difference between Num and Num ; difference of Num and Num ; Num less Num', (left, right) =>
    binary('-', amountOf(left), amountOf(right)),
  ),
  // Arithmetic, with products before sums.
  rule('Product', 'Num', amountOf),
  rule('Product', '( Amount )', (amount) => (amount.field ? null : amount)),
  rule('Product', 'Product times|x|* Product ; Product multiplied by|with Product', (left, right) =>
    binary('*', left, right),
  ),
  rule('Product', 'Product divided by Product ; Product over Product ; Product / Product', (left, right) =>
    binary('/', left, right),
  ),
  rule('Product', 'Product times|x|* N ; Product multiplied by|with N', (amount, value) =>
    binary('*', amount, numberOf(value)),
  ),
  rule('Product', 'N times|x|* Product', (value, amount) => binary('*', numberOf(value), amount)),
  rule('Product', 'Product divided by N ; Product / N', (amount, value) =>
    binary('/', amount, numberOf(value)),
  ),
  rule('Amount', 'Product', (amount) => (amount.field ? null : amount)),
  rule('Amount', 'Product minus|- Product', (left, right) => binary('-', left, right)),
  rule('Amount', 'Product plus|+ Product', (left, right) => binary('+', left, right)),
  rule('Amount', 'N minus|- Product', (value, amount) => binary('-', numberOf(value), amount)),
  rule(
    'Amount',
    'Strange ( Amount ) ; Strange Strange ( Amount ) ; Strange value|total ( Amount )',
    (...parts) => {
      const amount = parts.find((part) => typeof part === 'object' && part !== null && 'of' in part);
      return amount && 'of' in amount && !amount.field ? amount : null;
    },
  ),
  rule('Amount', 'Noun value|total ( Amount )', (...parts) => {
    const [first, second] = parts;
    return typeof first === 'string' && typeof second === 'object' && 'of' in second && !second.field
      ? second
      : null;
  }),
  rule('Amount', 'sum of Num and Num', (left, right) => binary('+', amountOf(left), amountOf(right))),
  rule('Amount', 'product of Num and Num', (left, right) => binary('*', amountOf(left), amountOf(right))),
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
  rule('Count', '@number Text ; how many Text', (field) => distinct(field) ?? countOf([]), 1),
  rule('Count', '@number Roots', (value) => countOf([isMention(value)]), 2),
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
  rule(
    'Measure',
    'how many Values @done ; number of Values @done|ordered ; how many Values @exist ; how many Values @do we|you|they have',
    (values, view) => piecesOf(values, view, false),
  ),
  // What somebody sells are pieces.
  rule(
    'Measure',
    'how many Values @do we|you|they sell|buy|order|ship ; how many Values have we sold|bought|ordered|shipped',
    (values, view) => piecesOf(values, view, true),
  ),
  rule('Measure', 'Count', (measure) => measure),
  rule('Measure', 'Agg Amount', (aggregate, amount) => aggregateOf(aggregate, amount)),
  rule('Measure', 'Agg Values Amount', (aggregate, values, amount) => {
    const measure = aggregateOf(aggregate, amount);
    const where = isOneOf(values);
    if (measure?.figure.kind !== 'aggregate' || !where) return null;
    return { ...measure, figure: { ...measure.figure, where } };
  }),
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
  // "How much did parts cost?", of `parts_cost`.
  rule('Measure', 'how much @do Num ; what @do Num', (field) =>
    field.isAdditive && VERBS_OF_AMOUNTS.has(field.words.at(-1) ?? '')
      ? aggregateOf('sum', amountOf(field))
      : null,
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
    'Num per Num ; average Num per Num',
    // "sales per year" is about groups: few values, many rows of each.
    (left, right, view) =>
      isGroupable(right) &&
      !right.isAdditive &&
      (right.words.includes('year') || right.unique * 4 <= view.size)
        ? null
        : ratioOf(aggregateOf('sum', amountOf(left)), aggregateOf('sum', amountOf(right))),
  ),
  rule('Measure', 'ratio of Num to Num ; ratio between Num and Num', (left, right) =>
    ratioOf(aggregateOf('sum', amountOf(left)), aggregateOf('sum', amountOf(right))),
  ),
  rule('Measure', 'ratio of Count to Count', ratioOf),
  rule('Measure', 'how many Set @exist|@do? for each|every Set', (left, right) =>
    left.length > 0 && right.length > 0
      ? ratioOf(countOf(left, 'the first'), countOf(right, 'the second'))
      : null,
  ),
  rule('Measure', 'how many Set do we get|have for each|every Set', (left, right) =>
    left.length > 0 && right.length > 0
      ? ratioOf(countOf(left, 'the first'), countOf(right, 'the second'))
      : null,
  ),
  rule('Measure', 'Measure divided by Measure ; Measure / Measure', (left, right) =>
    isSum(left) && isSum(right) ? ratioOf(left, right) : null,
  ),
  rule('Measure', 'Measure minus|less|- Measure', differenceOf),
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

  rule('Best', 'most', () => ({ count: 1, place: null, descending: true, isMost: true })),
  rule('Best', 'fewest|least', () => ({ count: 1, place: null, descending: false, isMost: true })),
  rule('Best', 'Ord most', (place) => ofPlace(place, true)),
  rule('Best', 'Ord fewest|least', (place) => ofPlace(place, false)),
  rule('Best', 'N most ; most N', (count) => ofCount(count, true)),
  rule('Best', 'N fewest|least ; fewest|least N', (count) => ofCount(count, false)),
  rule('Best', '@high', () => ({ count: 1, place: null, descending: true })),
  rule('Best', '@low', () => ({ count: 1, place: null, descending: false })),
  rule('Best', 'Ord @high', (place) => (place > 1 ? { count: null, place, descending: true } : null)),
  rule('Best', 'Ord @low', (place) => (place > 1 ? { count: null, place, descending: false } : null)),
  rule('Best', 'N @high ; top|best N @high? ; @high N', (count) =>
    count >= 1 ? { count, place: null, descending: true } : null,
  ),
  rule('Best', 'N @low ; bottom N @low? ; @low N', (count) =>
    count >= 1 ? { count, place: null, descending: false } : null,
  ),
].flat();
