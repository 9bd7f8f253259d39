/** Amounts, figures, what they are grouped by, and how they are presented. */
import { columnOf, isMention, isOneOf, keyOf } from '../words/conditions.ts';
import {
  aggregateOf,
  amountOf,
  countOf,
  countOfValues,
  identifierOf,
  isGroupable,
  ofRows,
  periodKey,
  plainMeasure,
  totalOf,
} from '../words/figures.ts';
import type { Amount, Field, Measure, Pick } from '../words/meanings.ts';
import { PIECES } from '../words/vocabulary.ts';
import { rule } from './rule.ts';

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

function firstOf(count: number, descending: boolean): Pick | null {
  return count >= 1 ? { count, place: null, descending } : null;
}

/** "second most": the first of them is said without its place. */
function atPlace(place: number, descending: boolean): Pick | null {
  return place > 1 ? { count: null, place, descending } : null;
}

const PIECES_OF =
  'how many Values @done ; number of Values @done|ordered ; how many Values @exist ; how many Values @do we|you|they have|sell|buy|order|ship ; how many Values have we sold|bought|ordered|shipped';

export const FIGURE_RULES = [
  rule('Amount', 'Num', amountOf),
  rule('Amount', 'Noun Num', (_noun, field) => amountOf(field)),
  rule('Amounts', 'Amount', (amount) => [amount]),
  rule('Amounts', 'Amounts @and Amount', (amounts, amount) => [...amounts, amount]),

  rule('Count', 'count|number|counts of Values ; how many Values @exist|@be|@do|@done', countOfValues),
  rule('Count', 'how many Values', countOfValues, 1),
  rule('Count', '@number Set ; count|counts of? Set ; Set count|counts', (set) => countOf(set)),
  rule('Count', '@number @distinct Noun', (noun, view) => {
    const field = identifierOf(noun, view);
    return field && distinct(field);
  }),
  rule('Count', '@number Text ; how many Text', (field) => distinct(field) ?? countOf([]), 1),
  rule('Count', '@number Roots', (value) => countOf([isMention(value)]), 2),
  rule('Count', 'how many Text @exist|@done', distinct),
  rule('Measures', 'Set and|, Measure', (set, measure) => [countOf(set), measure], 1),
  // Of things with a quantity, pieces may be meant as well as rows: the question is then asked back.
  rule('Measure', PIECES_OF, (values, { fields }) => {
    const field = fields.find(({ isAdditive, words }) => isAdditive && PIECES.has(words[0] ?? ''));
    const where = isOneOf(values);
    return field && where ? ofRows(aggregateOf('sum', amountOf(field)), where) : null;
  }),
  rule('Measure', 'Count', (measure) => measure),
  rule('Measure', 'Agg Amount', (aggregate, amount) => aggregateOf(aggregate, amount)),
  rule('Measure', 'Agg Col ; Agg value|values? of|in|for Col', (aggregate, field) =>
    aggregate === 'distinct' || field.type === 'date' ? aggregateOf(aggregate, amountOf(field)) : null,
  ),
  rule('Measure', 'earliest|first|oldest Date', (date) => aggregateOf('min', amountOf(date))),
  rule('Measure', 'latest|last|newest|most recent Date', (date) => aggregateOf('max', amountOf(date))),
  rule('Measure', 'Amount', plainMeasure, 1),
  rule('Measure', 'Amount Agg', (amount, aggregate) => aggregateOf(aggregate, amount), 1),
  rule('Measure', 'how much|many Num ; @number Num ; net change in|of Num', (field) =>
    totalOf(amountOf(field)),
  ),
  // "average gas consumption": the figure of the rows of that value.
  rule('Measure', 'Agg Value Amount', (aggregate, value, amount) => {
    const measure = ofRows(aggregateOf(aggregate, amount), isMention(value));
    return measure && { ...measure, name: `${measure.name} of ${value.label}` };
  }),
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
  rule('Measure', 'upper quartile of? Amount', (amount) => percentile(75, amount)),
  rule('Measure', 'lower quartile of? Amount', (amount) => percentile(25, amount)),
  rule('Measure', 'Num per Noun ; @average Num per Noun', (field, noun) =>
    aggregateOf('mean', amountOf(field), `\`${field.name}\` is averaged over each ${noun}.`),
  ),
  rule('Measure', 'Value rate ; Root rate', (value) => ({
    name: 'share',
    figure: { kind: 'rate', where: isMention(value) },
    note: null,
  })),
  rule('Measure', 'Measure in total|all', (measure) => {
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
  rule('Measures', 'Agg Amounts and Amount', (aggregate, amounts, amount) =>
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
  rule('Key', 'Num', (field) => (isGroupable(field) ? keyOf(columnOf(field)) : null), 1),
  rule(
    'Key',
    'Period',
    (period, view) => (view.date?.type === 'date' || period === 'year' ? periodKey(period, view) : null),
    1,
  ),
  rule('Key', 'Part', (part, view) =>
    view.date?.type === 'date' ? keyOf({ kind: 'part', of: columnOf(view.date), part }) : null,
  ),
  rule('Key', 'Period of Date', (period, date, view) => periodKey(period, view, date)),
  rule('Key', 'Part of Date', (part, date) => keyOf({ kind: 'part', of: columnOf(date), part })),
  rule('Keys', 'Key', (key) => [key]),
  rule('Keys', 'Keys and|, Key ; Keys , and Key ; Keys @per Key', (keys, key) =>
    keys.some((other) => JSON.stringify(other) === JSON.stringify(key)) ? null : [...keys, key],
  ),
  rule('Cols', 'Col', (field) => [field]),
  rule('Cols', 'Cols @and Col', (fields, field) =>
    fields.some((one) => one.name === field.name) ? null : [...fields, field],
  ),

  rule('Best', 'most', () => ({ count: 1, place: null, descending: true, isMost: true })),
  rule('Best', 'fewest|least', () => ({ count: 1, place: null, descending: false, isMost: true })),
  rule('Best', 'Ord most', (place) => {
    const pick = atPlace(place, true);
    return pick && { ...pick, isMost: true };
  }),
  rule('Best', '@high', () => firstOf(1, true)),
  rule('Best', '@low', () => firstOf(1, false)),
  rule('Best', 'Ord @high', (place) => atPlace(place, true)),
  rule('Best', 'Ord @low', (place) => atPlace(place, false)),
  rule('Best', 'N @high ; top N @high?', (count) => firstOf(count, true)),
  rule('Best', 'N @low ; bottom N @low?', (count) => firstOf(count, false)),
].flat();
