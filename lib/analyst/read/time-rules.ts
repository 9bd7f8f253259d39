/** Trends, growth, and running totals. */

import { nameKey, type Period } from '../query/query.ts';
import {
  aggregateOf,
  amountOf,
  countOf,
  isAdditive,
  periodKey,
  pickPeriod,
  plainMeasure,
} from './figures.ts';
import { frame } from './frames.ts';
import type { Field, View } from './meanings.ts';
import { rule } from './rule.ts';

function changeOver(first: Period, second: Period, view: View) {
  const key = first === second && first !== 'year' ? periodKey(first, view) : null;
  return key && frame({ change: 'percent', keys: [key] });
}

const GETTING = 'getting|becoming|got';
/** Only people know whether more of something is good. */
const NO_BETTER = 'The table does not say which values are better; what is shown is how they change.';

/** Of which there are few: what changes is not seen from day to day. */
function coarsePeriod(date: Field | null): Period | null {
  if (date?.type !== 'date' || !date.span) return null;
  const days = (Date.parse(date.span.last) - Date.parse(date.span.first)) / MILLISECONDS_PER_DAY;
  if (days <= DAYS_OF_MONTHS) return null;
  return pickPeriod(date) === 'year' ? 'year' : 'month';
}

const MILLISECONDS_PER_DAY = 86_400_000;
/** Two whole months at least. */
const DAYS_OF_MONTHS = 62;

export const TIME_RULES = [
  rule(
    'Piece',
    'trend|trends ; trend in|of ; over time ; increasing|decreasing|growing|rising|falling over time',
    () => frame({ isTrend: true }),
  ),
  rule('Piece', '@change over time ; trend over time', () => frame({ isTrend: true })),
  // Which way it goes is seen, whichever the question supposes.
  rule('Piece', `${GETTING} worse|better ; worsening|improving ; @has become worse|better`, ({ date }) =>
    frame({ isTrend: true, period: coarsePeriod(date), notes: [NO_BETTER] }),
  ),
  rule(
    'Piece',
    `${GETTING} @more|@less ; going up|down over? time? ; been going up|down ; rising|falling|growing|increasing|decreasing`,
    ({ date }) => frame({ isTrend: true, period: coarsePeriod(date) }),
  ),
  rule('Piece', `${GETTING} Comparative`, ({ field }, { date }) => {
    const measure =
      field.type === 'number' ? aggregateOf('mean', amountOf(field), `\`${field.name}\` is averaged.`) : null;
    return measure && frame({ isTrend: true, period: coarsePeriod(date), measures: [measure] });
  }),
  rule('Piece', '@change over|by|from|each Period ; over Period', (period, view) => {
    const key = periodKey(period, view);
    return key && frame({ isTrend: true, keys: [key] });
  }),
  rule('Piece', '@change Period by Period ; @change from Period to Period', (first, second, view) => {
    const key = first === second ? periodKey(first, view) : null;
    return key && frame({ isTrend: true, keys: [key] });
  }),
  rule(
    'Piece',
    'Period over|on|to Period @growth ; Period over|on|to Period growth ; Period over|on Period ; @growth Period over|on Period',
    changeOver,
  ),
  rule(
    'Piece',
    '@growth|change|changes|changed|difference from? Period to Period ; @growth|change of|in? each|every? Period against|over|from Period before',
    changeOver,
  ),
  rule('Piece', '@growth|change|changes from one Period to next', (period, view) =>
    changeOver(period, period, view),
  ),
  rule('Piece', 'year over|on year @growth ; year over|on year', () =>
    frame({ change: 'percent', isYearly: true }),
  ),
  rule('Piece', 'year over|on year change|difference ; year over year change|difference of|in', () =>
    frame({ change: 'difference', isYearly: true }),
  ),
  rule(
    'Piece',
    'Period over Period change|difference ; Period over Period change|difference of|in',
    (first, second, view) => {
      const key = first === second && first !== 'year' ? periodKey(first, view) : null;
      return key && frame({ change: 'difference', keys: [key] });
    },
  ),
  rule(
    'Piece',
    'running|cumulative|cumulated total|sum? of? ; running|cumulative|cumulated ; running total of ; added up ; year to date ; ytd ; accumulated|cummulative ; cumulative|cumulated|running count|number of? ; accumulated over year',
    () => frame({ window: { kind: 'running-total' } }),
  ),
  rule('Piece', 'N Period moving|rolling|running @average of|over?', (length, period, view) => {
    const key = periodKey(period, view);
    return length > 1 && key ? frame({ window: { kind: 'moving-average', length }, period }) : null;
  }),
  rule('Piece', 'moving|rolling @average of Amount over N Period', (amount, length, period) => {
    const measure = plainMeasure(amount);
    return length > 1 && measure
      ? frame({ window: { kind: 'moving-average', length }, period, measures: [measure] })
      : null;
  }),
  rule('Piece', 'Agg Timely Amount ; Agg Timely total? of? Amount', (outer, period, amount, view) => {
    const measure = isAdditive(amount) ? aggregateOf('sum', amount) : null;
    const key = periodKey(period, view);
    return measure && key && frame({ outer, measures: [measure], keys: [key] });
  }),
  rule('Piece', 'Agg Timely Count ; Agg Timely number of Count', (outer, period, count, view) => {
    const key = periodKey(period, view);
    return key && frame({ outer, measures: [count], keys: [key] });
  }),
  rule('Piece', 'Agg Count', (outer, count) => frame({ outer, measures: [count] })),
  rule('Piece', '@average Set', (set) => frame({ outer: 'mean', measures: [countOf(set)] })),
  rule('Piece', 'Agg Amount per|each Key', (outer, amount, key, view) => {
    const isCategory =
      key.of.kind === 'column' && (view.fields.find(({ name }) => name === nameKey(key))?.unique ?? 0) <= 30;
    const measure = isAdditive(amount) && !isCategory ? aggregateOf('sum', amount) : null;
    return measure && frame({ outer, measures: [measure], keys: [key] });
  }),
  rule('Piece', 'Agg total of? Amount', (outer, amount) => {
    const measure = isAdditive(amount) ? aggregateOf('sum', amount) : null;
    return measure && frame({ outer, measures: [measure] });
  }),
].flat();
