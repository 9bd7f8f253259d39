/** Trends, growth, running totals, gaps and streaks. */

import { type Condition, nameKey, type Period } from '../query/query.ts';
import { columnOf } from './conditions.ts';
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
import type { Field, Having, View } from './meanings.ts';
import { rule } from './rule.ts';

function streak(condition: Condition, { date }: View) {
  return date && frame({ ask: { kind: 'streak', condition, order: columnOf(date), within: [] } });
}

/** Whether each row is such a period: a streak is counted in rows. */
function hasRowPer(period: Period, { date, size }: View): boolean {
  const isExact = date?.type === 'date' && date.unique === size;
  return isExact && period === 'day' && date.span?.first.length === 10;
}

/** Periods one after another whose rows come to so many; a period without any is one of them. */
function runOf(period: Period, having: Having, view: View) {
  const key = view.date?.type === 'date' ? periodKey(period, view) : null;
  return key && having.against === null ? frame({ run: { key, having } }) : null;
}

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

  // Between rows.
  rule(
    'Piece',
    `Agg time|gap|gaps|interval|break|pause|stretch between two? consecutive? Noun ;
    Agg time|gap|gaps|interval|break|pause|stretch without any? Noun`,
    (aggregate) => frame({ gap: { unit: null, aggregate } }),
  ),
  rule(
    'Piece',
    'Agg number? of? Span between two? consecutive? Noun ; Agg time|gap in Span between two? consecutive? Noun',
    (aggregate, unit) => frame({ gap: { unit, aggregate } }),
  ),
  rule('Piece', 'longest time|gap|interval|break|pause|stretch between two? consecutive? Noun', () =>
    frame({ gap: { unit: null, aggregate: 'max' } }),
  ),
  rule('Piece', 'shortest time|gap|interval|break|pause between two? consecutive? Noun', () =>
    frame({ gap: { unit: null, aggregate: 'min' } }),
  ),
  rule('Piece', 'time|gaps between consecutive? Noun', () => frame({ gap: { unit: null, aggregate: null } })),
  rule(
    'Piece',
    `longest|most streak|run|series|row|stretch of consecutive? Period that? each? Having ;
    longest streak|run|series|row|stretch of Period in row that? each? Having ; most consecutive? Period in row? that? each? Having ;
    how many Period in row Having ; how many Period in row Having ,? at best|most|longest ;
    how many Period in row , at best|most|longest , Having ; how many Period in row @do we Having at? most?`,
    runOf,
  ),
  rule(
    'Piece',
    `longest|most streak|run|series|row|stretch of? consecutive? Period in? row? without any? Set ; how many Period in row without any? Set ;
    most Period in row without any? Set ; how many Period in row without any? Set ,? at best|most|longest`,
    (period, set, view) =>
      runOf(period, { measure: countOf(set), operator: '==', value: 0, against: null }, view),
  ),
  rule('Piece', '- how many Period @be it ; - how many Period ; how many Period @be that', () =>
    frame({ isRun: true }),
  ),
  rule(
    'Piece',
    'longest streak|run of consecutive? Period Linked ; most consecutive Period Linked',
    (period, condition, view) => (hasRowPer(period, view) ? streak(condition, view) : null),
  ),
  rule('Piece', 'longest streak|run|series|row of consecutive? Noun? Linked', (_noun, condition, view) =>
    streak(condition, view),
  ),
].flat();
