/** Queries by hand, and for many of them the result as a person works it out from the tables in data.ts. */
import type { Query } from '../../../lib/analyst/query.ts';
import {
  agg,
  among,
  and,
  ask,
  between,
  col,
  count,
  derive,
  distinct,
  down,
  duration,
  empty,
  figureOf,
  group,
  is,
  iso,
  join,
  key,
  limit,
  matches,
  math,
  minus,
  named,
  not,
  nth,
  or,
  order,
  part,
  percentile,
  period,
  ratio,
  show,
  sort,
  table,
  values,
  where,
  window,
} from './build.ts';

export type Cell = number | string | boolean | null;

export interface Case {
  readonly name: string;
  readonly query: Query;
  /** By hand: a single value, a list of values, or rows. */
  readonly expected?: Cell | readonly Cell[] | readonly (readonly Cell[])[];
  /** Ties may come in any order. */
  readonly anyOrder?: true;
  /** No second opinion: what SQL has no word for. */
  readonly withoutSql?: true;
}

const orders = table('orders');
const weather = table('weather');
const trips = table('trips');
const customers = table('customers');
const revenue = agg('sum', 'revenue');
const byRegion = group(orders, ['region'], { revenue });
const byMonth = group(orders, [period('date', 'month')], { revenue });
const byCustomer = group(orders, ['customer'], { orders: count() });
const late = is(duration('date', 'delivered', 'days'), '>', 3);

export const CASES: readonly Case[] = [
  // One figure.
  { name: 'count', query: values(orders, { rows: count() }), expected: 12 },
  { name: 'count where', query: values(orders, { rows: count(is('returned', '==', true)) }), expected: 3 },
  { name: 'sum with gaps', query: values(orders, { revenue }), expected: 1540 },
  { name: 'sum of integers', query: values(orders, { cost: agg('sum', 'cost') }), expected: 930 },
  { name: 'mean', query: values(orders, { revenue: agg('mean', 'revenue') }), expected: 140 },
  { name: 'median', query: values(orders, { revenue: agg('median', 'revenue') }), expected: 120 },
  { name: 'min', query: values(orders, { revenue: agg('min', 'revenue') }), expected: 40 },
  { name: 'max date', query: values(orders, { last: agg('max', 'date') }), expected: '2023-12-31' },
  {
    name: 'min text with gaps',
    query: values(orders, { region: agg('min', 'region') }),
    expected: ['North'],
  },
  { name: 'range', query: values(orders, { range: agg('range', 'revenue') }), expected: 260 },
  { name: 'std', query: values(orders, { std: agg('std', 'quantity') }) },
  {
    name: 'variance',
    query: values(weather, { variance: agg('variance', 'temp', is('station', '==', 'A')) }),
    expected: 55 / 6,
  },
  { name: 'iqr', query: values(orders, { iqr: agg('iqr', 'quantity') }), expected: 2.25 },
  { name: 'skewness', query: values(orders, { skew: agg('skewness', 'quantity') }) },
  { name: 'kurtosis', query: values(weather, { kurtosis: agg('kurtosis', 'temp') }) },
  {
    name: 'mode with ties',
    query: values(where(orders, is('region', '==', 'North')), { mode: agg('mode', 'customer') }),
    expected: ['Ada'],
  },
  {
    name: 'mode of numbers with ties',
    query: values(where(orders, is('region', '==', 'West')), { mode: agg('mode', 'quantity') }),
    expected: [4, 5, 6],
  },
  { name: 'mode of text', query: values(orders, { mode: agg('mode', 'region') }), expected: ['North'] },
  { name: 'distinct', query: values(orders, { regions: agg('distinct', 'region') }), expected: 4 },
  { name: 'filled', query: values(orders, { filled: agg('filled', 'delivered') }), expected: 11 },
  { name: 'missing figure', query: values(orders, { missing: agg('missing', 'rating') }), expected: 2 },
  { name: 'percentile', query: values(weather, { p90: percentile('temp', 90) }), expected: 10 },
  {
    name: 'ratio of sums',
    query: values(trips, { rate: ratio(agg('sum', 'fare'), agg('sum', 'unit km')) }),
    expected: 185 / 80,
  },
  {
    name: 'rate of rows',
    query: values(orders, { rate: ratio(count(is('returned', '==', true)), count()) }),
    expected: 0.25,
  },
  {
    name: 'rate of some rows',
    query: values(orders, {
      rate: ratio(
        count(and(is('returned', '==', true), is('region', '==', 'North'))),
        count(is('region', '==', 'North')),
      ),
    }),
    expected: 0.5,
  },
  {
    name: 'difference of figures',
    query: values(orders, { gap: minus(agg('max', 'revenue'), agg('mean', 'revenue')) }),
    expected: 160,
  },
  {
    name: 'several figures',
    query: values(orders, {
      lowest: agg('min', 'cost'),
      average: agg('mean', 'cost'),
      highest: agg('max', 'cost'),
    }),
    expected: [10, 77.5, 200],
  },
  {
    name: 'mean where',
    query: values(orders, { revenue: agg('mean', 'revenue', is('region', '==', 'North')) }),
    expected: 97.5,
  },
  { name: 'mean of a share of rows', query: values(trips, { shared: agg('mean', 'shared') }), expected: 0.6 },
  {
    name: 'mean of an expression',
    query: values(orders, { profit: agg('mean', math('cost', '/', 'quantity')) }),
  },
  {
    name: 'mean of a duration',
    query: values(orders, { days: agg('mean', duration('date', 'delivered', 'days')) }),
    expected: 29 / 11,
  },
  {
    name: 'mean of minutes',
    query: values(trips, { minutes: agg('mean', duration('start', 'end', 'minutes')) }),
    expected: 30,
  },
  {
    name: 'median of months',
    query: values(orders, { months: agg('median', duration('date', 'delivered', 'months')) }),
  },
  {
    name: 'sum of nothing',
    query: values(where(orders, is('region', '==', 'Mars')), { cost: agg('sum', 'cost') }),
    withoutSql: true,
    expected: 0,
  },
  {
    name: 'mean of nothing',
    query: values(where(orders, is('region', '==', 'Mars')), { cost: agg('mean', 'cost') }),
    expected: null,
  },
  // Conditions.
  {
    name: 'compare numbers',
    query: values(where(orders, is('quantity', '>=', 3)), { rows: count() }),
    expected: 5,
  },
  {
    name: 'a gap satisfies no comparison',
    query: values(where(orders, is('rating', '<', 4)), { rows: count() }),
    expected: 3,
  },
  {
    name: 'a gap satisfies the contrary',
    query: values(where(orders, is('region', '!=', 'North')), { rows: count() }),
    expected: 8,
  },
  {
    name: 'false with gaps',
    query: values(where(trips, is('shared', '==', false)), { rows: count() }),
    expected: 2,
  },
  {
    name: 'not true with gaps',
    query: values(where(trips, is('shared', '!=', true)), { rows: count() }),
    expected: 3,
  },
  {
    name: 'false without gaps',
    query: values(where(orders, is('returned', '==', false)), { revenue }),
    expected: 1350,
  },
  { name: 'in', query: values(where(orders, among('region', 'North', 'West')), { revenue }), expected: 1140 },
  {
    name: 'not in',
    query: values(where(orders, not(among('region', 'North', 'West'))), { revenue }),
    expected: 400,
  },
  {
    name: 'between numbers',
    query: values(where(orders, between('revenue', 100, 150)), { rows: count() }),
    expected: 5,
  },
  {
    name: 'contains',
    query: values(where(orders, matches('region', 'contains', 'SOUTH')), { rows: count() }),
    expected: 4,
  },
  {
    name: 'contains a dot',
    query: values(where(orders, matches('region', 'contains', '.')), { rows: count() }),
    expected: 0,
  },
  {
    name: 'starts',
    query: values(where(orders, matches('region', 'starts', 's')), { rows: count() }),
    expected: 4,
  },
  {
    name: 'not ends',
    query: values(where(orders, not(matches('region', 'ends', 'TH'))), { rows: count() }),
    expected: 5,
  },
  { name: 'empty', query: values(where(orders, empty('region')), { rows: count() }), expected: 1 },
  {
    name: 'not empty',
    query: values(where(orders, not(empty('delivered'))), { rows: count() }),
    expected: 11,
  },
  {
    name: 'or within and',
    query: values(
      where(
        orders,
        and(or(is('region', '==', 'North'), is('region', '==', 'South')), is('returned', '==', true)),
      ),
      { rows: count() },
    ),
    expected: 3,
  },
  {
    name: 'not of and',
    query: values(where(orders, not(and(is('quantity', '>', 1), is('quantity', '<', 5)))), { rows: count() }),
    expected: 6,
  },
  {
    name: 'column against column',
    query: values(where(orders, is('revenue', '>', math('cost', '*', 2))), { rows: count() }),
    expected: 1,
  },
  {
    name: 'filters on top of each other',
    query: values(where(where(orders, is('returned', '==', false)), is('quantity', '>', 2)), { revenue }),
    expected: 1050,
  },
  {
    name: 'text length',
    query: values(where(orders, is({ kind: 'text-length', of: col('customer') }, '>', 3)), { rows: count() }),
    expected: 5,
  },
  {
    name: 'absolute',
    query: values(where(orders, is({ kind: 'absolute', of: math('revenue', '-', 140) }, '<=', 20)), {
      rows: count(),
    }),
    expected: 3,
  },
  {
    name: 'above the average',
    query: values(where(orders, is('revenue', '>', figureOf(agg('mean', 'revenue')))), { rows: count() }),
    expected: 5,
  },
  {
    name: 'above the average of its group',
    query: show(where(orders, is('revenue', '>', figureOf(agg('mean', 'revenue'), 'region'))), ['id']),
    expected: [[1], [3], [6], [9], [11]],
  },
  {
    name: 'in groups of at least four rows',
    query: values(where(orders, is(figureOf(count(), 'region'), '>=', 4)), { revenue }),
    expected: 390,
  },
  {
    name: 'a figure of filtered rows',
    query: show(
      where(where(orders, is('region', '==', 'North')), is('revenue', '==', figureOf(agg('max', 'revenue')))),
      ['id', 'revenue'],
    ),
    expected: [[3, 150]],
  },
  {
    name: 'rate next to a row',
    query: values(
      where(orders, is(figureOf(ratio(count(is('returned', '==', true)), count()), 'region'), '>', 0.4)),
      { rows: count() },
    ),
    expected: 4,
  },
  // Dates.
  {
    name: 'a year',
    query: values(where(orders, is('date', '==', iso('2022'))), { rows: count() }),
    expected: 2,
  },
  {
    name: 'not a year',
    query: values(where(orders, is('date', '!=', iso('2022'))), { rows: count() }),
    expected: 10,
  },
  {
    name: 'a month',
    query: values(where(orders, is('date', '==', iso('2023-03'))), { revenue }),
    expected: 240,
  },
  {
    name: 'a day',
    query: values(where(trips, is('start', '==', iso('2024-03-04'))), { rows: count() }),
    expected: 2,
  },
  {
    name: 'after a day',
    query: values(where(trips, is('start', '>', iso('2024-03-02'))), { rows: count() }),
    expected: 3,
  },
  {
    name: 'until a day',
    query: values(where(trips, is('start', '<=', iso('2024-03-02'))), { rows: count() }),
    expected: 3,
  },
  {
    name: 'since a day',
    query: values(where(trips, is('start', '>=', iso('2024-03-02'))), { rows: count() }),
    expected: 4,
  },
  {
    name: 'before a month',
    query: values(where(orders, is('date', '<', iso('2023-02'))), { rows: count() }),
    expected: 5,
  },
  {
    name: 'until a month',
    query: values(where(orders, is('date', '<=', iso('2023-02'))), { rows: count() }),
    expected: 7,
  },
  {
    name: 'after a year',
    query: values(where(orders, is('date', '>', iso('2022'))), { rows: count() }),
    expected: 10,
  },
  {
    name: 'a minute',
    query: values(where(trips, is('start', '==', iso('2024-03-01T08:05'))), { rows: count() }),
    expected: 1,
  },
  {
    name: 'between months',
    query: values(where(orders, between('date', iso('2023-02'), iso('2023-03'))), { rows: count() }),
    expected: 5,
  },
  {
    name: 'between days',
    query: values(where(trips, between('start', iso('2024-03-02'), iso('2024-03-04'))), { rows: count() }),
    expected: 3,
  },
  {
    name: 'between years',
    query: values(where(orders, between('date', iso('2021'), iso('2022'))), { rows: count() }),
    expected: 2,
  },
  {
    name: 'from a day to a month',
    query: values(where(orders, between('date', iso('2023-01-05'), iso('2023-02'))), { rows: count() }),
    expected: 5,
  },
  {
    name: 'one of two months',
    query: values(where(orders, among('date', iso('2023-01'), iso('2023-06'))), { revenue }),
    expected: 700,
  },
  {
    name: 'a weekday',
    query: values(where(trips, is(part('start', 'weekday'), '==', 'Monday')), { rows: count() }),
    expected: 3,
  },
  {
    name: 'weekdays',
    query: values(where(trips, among(part('start', 'weekday'), 'Saturday', 'Sunday')), { rows: count() }),
    expected: 1,
  },
  {
    name: 'after a weekday',
    query: values(where(trips, is(part('start', 'weekday'), '>', 'Thursday')), { rows: count() }),
    expected: 3,
  },
  {
    name: 'an hour',
    query: values(where(trips, between(part('start', 'hour-of-day'), 8, 9)), { rows: count() }),
    expected: 4,
  },
  {
    name: 'a month of any year',
    query: values(where(orders, is(part('date', 'month-of-year'), '==', 12)), { rows: count() }),
    expected: 2,
  },
  { name: 'late deliveries', query: values(where(orders, late), { rows: count() }), expected: 3 },
  // Groups.
  {
    name: 'sum by text with gaps in both',
    query: show(byRegion),
    expected: [
      ['North', 390],
      ['South', 170],
      ['West', 750],
      ['south east', 150],
    ],
  },
  {
    name: 'count by',
    query: show(group(orders, ['region'], { orders: count() })),
    expected: [
      ['North', 4],
      ['South', 3],
      ['West', 3],
      ['south east', 1],
    ],
  },
  {
    name: 'a group without values has no total',
    query: show(group(weather, ['station'], { wind: agg('sum', 'wind') })),
    expected: [
      ['A', 60],
      ['B', null],
    ],
  },
  {
    name: 'count where by',
    query: show(group(orders, ['region'], { returned: count(is('returned', '==', true)) })),
    expected: [
      ['North', 2],
      ['South', 1],
      ['West', 0],
      ['south east', 0],
    ],
  },
  {
    name: 'sum where by',
    query: show(group(orders, ['region'], { returned: agg('sum', 'revenue', is('returned', '==', true)) })),
    expected: [
      ['North', 140],
      ['South', 50],
      ['West', 0],
      ['south east', 0],
    ],
  },
  {
    name: 'rate by',
    query: show(group(orders, ['region'], { rate: ratio(count(is('returned', '==', true)), count()) })),
    expected: [
      ['North', 0.5],
      ['South', 1 / 3],
      ['West', 0],
      ['south east', 0],
    ],
  },
  {
    name: 'ratio by, by zero too',
    query: show(group(trips, ['driver'], { rate: ratio(agg('sum', 'fare'), agg('sum', 'unit km')) })),
    expected: [
      ['Kim', 105, 45, 105 / 45],
      ['Lee', 65, 30, 65 / 30],
      ['Max', 15, 5, 3],
    ],
  },
  {
    name: 'difference by',
    query: show(group(orders, ['customer'], { profit: minus(agg('sum', 'revenue'), agg('sum', 'cost')) })),
  },
  {
    name: 'several figures by',
    query: show(
      group(orders, ['customer'], {
        orders: count(),
        revenue,
        rating: agg('mean', 'rating'),
        last: agg('max', 'date'),
      }),
    ),
  },
  {
    name: 'odd figures by',
    query: show(
      group(weather, ['station'], {
        range: agg('range', 'temp'),
        iqr: agg('iqr', 'temp'),
        skew: agg('skewness', 'temp'),
        kurtosis: agg('kurtosis', 'temp'),
        p90: percentile('temp', 90),
        median: agg('median', 'rain'),
        missing: agg('missing', 'wind'),
        filled: agg('filled', 'wind'),
        variance: agg('variance', 'temp'),
      }),
    ),
  },
  {
    name: 'mode and distinct by',
    query: show(group(weather, ['station'], { temps: agg('distinct', 'temp'), mode: agg('mode', 'rain') })),
    expected: [
      ['A', 10, 0],
      ['B', 10, 0],
    ],
  },
  {
    name: 'text ends by',
    query: show(group(orders, ['customer'], { first: agg('min', 'region'), last: agg('max', 'region') })),
  },
  {
    name: 'share of true by',
    query: show(group(trips, ['driver'], { shared: agg('mean', 'shared') })),
    expected: [
      ['Kim', 1],
      ['Lee', 0.5],
      ['Max', 0],
    ],
  },
  { name: 'by two keys', query: show(group(orders, ['region', 'returned'], { orders: count() })) },
  {
    name: 'by month',
    query: show(byMonth),
    expected: [
      ['2022-11-01', 100],
      ['2022-12-01', 50],
      ['2023-01-01', 400],
      ['2023-02-01', 300],
      ['2023-03-01', 240],
      ['2023-06-01', 300],
      ['2023-12-01', 150],
    ],
  },
  {
    name: 'by year',
    query: show(group(orders, [period('date', 'year')], { orders: count() })),
    expected: [
      ['2022-01-01', 2],
      ['2023-01-01', 10],
    ],
  },
  {
    name: 'by quarter',
    query: show(group(orders, [period('date', 'quarter')], { revenue })),
    expected: [
      ['2022-10-01', 150],
      ['2023-01-01', 940],
      ['2023-04-01', 300],
      ['2023-10-01', 150],
    ],
  },
  {
    name: 'by week',
    query: show(group(trips, [period('start', 'week')], { fare: agg('sum', 'fare') })),
    expected: [
      ['2024-02-26', 70],
      ['2024-03-04', 75],
      ['2024-04-01', 40],
    ],
  },
  {
    name: 'by day',
    query: show(group(trips, [period('start', 'day')], { trips: count() })),
    expected: [
      ['2024-03-01', 2],
      ['2024-03-02', 1],
      ['2024-03-04', 2],
      ['2024-04-01', 1],
    ],
  },
  { name: 'by hour', query: show(group(trips, [period('start', 'hour')], { trips: count() })) },
  {
    name: 'by period of a date with gaps',
    query: show(group(trips, [period('end', 'month')], { trips: count() })),
    expected: [['2024-03-01', 5]],
  },
  {
    name: 'by weekday in its order',
    query: show(group(trips, [part('start', 'weekday')], { trips: count() })),
    expected: [
      ['Monday', 3],
      ['Friday', 2],
      ['Saturday', 1],
    ],
  },
  {
    name: 'by month of the year with gaps',
    query: show(group(orders, [part('delivered', 'month-of-year')], { orders: count() })),
    expected: [
      [1, 4],
      [2, 1],
      [3, 3],
      [4, 1],
      [6, 1],
      [11, 1],
    ],
  },
  {
    name: 'by hour of the day',
    query: show(group(trips, [part('start', 'hour-of-day')], { trips: count() })),
    expected: [
      [8, 3],
      [9, 1],
      [12, 1],
      [23, 1],
    ],
  },
  {
    name: 'by week of the year',
    query: show(group(trips, [part('start', 'week-of-year')], { trips: count() })),
    expected: [
      [9, 3],
      [10, 2],
      [14, 1],
    ],
  },
  {
    name: 'by ranges',
    query: show(
      group(customers, [key('age', [0, 18, 65, Number.POSITIVE_INFINITY])], { customers: count() }),
    ),
    expected: [
      ['[0, 18)', 1],
      ['[18, 65)', 3],
      ['[65, inf)', 1],
    ],
  },
  {
    name: 'by ranges of a column that is measured',
    query: show(group(orders, [key('revenue', [0, 100, 200, 400])], { total: revenue })),
    expected: [
      ['[0, 100)', 170],
      ['[100, 200)', 620],
      ['[200, 400)', 750],
    ],
  },
  {
    name: 'by text length',
    query: show(group(orders, [{ kind: 'text-length', of: col('customer') }], { orders: count() })),
    expected: [
      [3, 7],
      [4, 5],
    ],
  },
  {
    name: 'without keys',
    query: show(group(orders, [], { orders: count(), revenue })),
    expected: [[12, 1540]],
  },
  {
    name: 'a key that has the name of a column',
    query: show(group(trips, [part('start', 'weekday'), 'driver'], { weekday_fare: agg('mean', 'fare') })),
  },
  {
    name: 'group of nothing',
    query: show(group(where(orders, is('quantity', '>', 99)), ['region'], { revenue })),
    expected: [],
  },
  {
    name: 'filtered and grouped',
    query: show(
      group(where(orders, and(is('returned', '==', false), is('date', '==', iso('2023')))), ['region'], {
        revenue,
      }),
    ),
    expected: [
      ['North', 150],
      ['South', 120],
      ['West', 750],
      ['south east', 150],
    ],
  },
  {
    name: 'a condition on groups',
    query: show(where(byRegion, is('revenue', '>', 160))),
    expected: [
      ['North', 390],
      ['South', 170],
      ['West', 750],
    ],
  },
  {
    name: 'groups above the average of groups',
    query: show(where(byRegion, is('revenue', '>', figureOf(agg('mean', 'revenue'))))),
    expected: [
      ['North', 390],
      ['West', 750],
    ],
  },
  { name: 'mean of counts', query: values(byCustomer, { average: agg('mean', 'orders') }), expected: 2.4 },
  {
    name: 'mean of totals by period',
    query: values(byMonth, { average: agg('mean', 'revenue') }),
    expected: 220,
  },
  {
    name: 'groups of groups',
    query: show(group(byCustomer, ['orders'], { customers: count() })),
    expected: [
      [1, 1],
      [2, 1],
      [3, 3],
    ],
  },
  {
    name: 'quarters of months',
    query: show(
      group(group(orders, [period('date', 'month')], { orders: count() }), [period('month', 'quarter')], {
        months: count(),
      }),
    ),
    expected: [
      ['2022-10-01', 2],
      ['2023-01-01', 3],
      ['2023-04-01', 1],
      ['2023-10-01', 1],
    ],
  },
  {
    name: 'a month of grouped months',
    query: show(where(byMonth, is('month', '==', iso('2023-03')))),
    expected: [['2023-03-01', 240]],
  },
  {
    name: 'a year of grouped months',
    query: values(where(byMonth, is('month', '>', iso('2022'))), { revenue }),
    expected: 1390,
  },
  {
    name: 'months between',
    query: values(where(byMonth, between('month', iso('2022-12'), iso('2023-02'))), { revenue }),
    expected: 750,
  },
  // Sorting, first rows.
  {
    name: 'sorted groups',
    query: show(sort(byRegion, down('revenue'))),
    expected: [
      ['West', 750],
      ['North', 390],
      ['South', 170],
      ['south east', 150],
    ],
  },
  {
    name: 'sorted by two',
    query: show(sort(orders, order('region'), down('revenue')), ['id', 'region', 'revenue']),
  },
  {
    name: 'top with a tie',
    query: show(limit(sort(byCustomer, down('orders')), 2)),
    expected: [
      ['Ada', 3],
      ['Ben', 3],
      ['Cleo', 3],
    ],
  },
  { name: 'bottom', query: show(limit(sort(byCustomer, order('orders')), 1)), expected: [['Eve', 1]] },
  {
    name: 'top rows without those that miss it',
    query: show(limit(sort(orders, down('rating')), 10), ['id']),
    anyOrder: true,
    expected: [[3], [8], [11], [1], [6], [9], [12], [4], [5], [10]],
  },
  {
    name: 'earliest rows',
    query: show(limit(sort(orders, order('date')), 3), ['id']),
    expected: [[1], [2], [3], [4]],
  },
  {
    name: 'first by text',
    query: show(limit(sort(orders, order('customer')), 1), ['id']),
    expected: [[1], [3], [9]],
  },
  {
    name: 'first by two orders',
    query: show(limit(sort(orders, down('quantity'), order('cost')), 5), ['id', 'quantity', 'cost']),
    expected: [
      [11, 6, 200],
      [4, 5, 150],
      [7, 4, 100],
      [3, 3, 90],
      [12, 3, 90],
    ],
  },
  {
    name: 'first by an expression',
    query: show(limit(sort(orders, down(math('revenue', '-', 'cost'))), 1), ['id']),
    expected: [[4], [7], [11]],
    anyOrder: true,
  },
  { name: 'first rows as they are', query: show(limit(orders, 2), ['id']), expected: [[1], [2]] },
  {
    name: 'top of each group',
    query: show(limit(sort(orders, down('revenue')), 1, 'region'), ['region', 'id']),
    expected: [
      ['North', 3],
      ['South', 9],
      ['West', 11],
      ['south east', 12],
    ],
  },
  {
    name: 'top of each group by text',
    query: show(limit(sort(orders, order('customer')), 1, 'region'), ['region', 'id']),
  },
  {
    name: 'top of each group by two orders',
    query: show(limit(sort(orders, down('quantity'), order('cost')), 1, 'region'), ['region', 'id']),
  },
  {
    name: 'second, where two share the first place',
    query: show(nth(sort(byCustomer, down('orders')), 2)),
    expected: [['Dora', 2]],
  },
  {
    name: 'third highest value',
    query: show(nth(sort(orders, down('revenue')), 3), ['id', 'revenue']),
    expected: [[7, 200]],
  },
  {
    name: 'second of each group',
    query: show(nth(sort(orders, down('revenue')), 2, 'region'), ['id']),
    expected: [[1], [6], [2], [4]],
  },
  {
    name: 'second by text',
    query: show(nth(sort(distinct(orders, 'customer'), order('customer')), 2)),
    expected: [['Ben']],
  },
  {
    name: 'second by two orders',
    query: show(nth(sort(orders, down('quantity'), order('cost')), 4), ['id']),
    expected: [[3], [12]],
  },
  { name: 'a place that is not there', query: show(nth(sort(byRegion, down('revenue')), 9)), expected: [] },
  {
    name: 'mean of the highest',
    query: values(limit(sort(orders, down('revenue')), 3), { mean: agg('mean', 'revenue') }),
    expected: 250,
  },
  {
    name: 'top of filtered groups',
    query: show(
      limit(
        sort(group(where(orders, is('returned', '==', false)), ['customer'], { revenue }), down('revenue')),
        2,
      ),
    ),
    expected: [
      ['Cleo', 750],
      ['Ada', 370],
    ],
  },
  { name: 'distinct rows', query: show(distinct(orders, 'region', 'returned')) },
  {
    name: 'columns of rows',
    query: show(where(orders, is('region', '==', 'South')), ['id', 'date', 'revenue']),
    expected: [
      [2, '2022-12-31', 50],
      [5, '2023-01-31', null],
      [9, '2023-03-15', 120],
    ],
  },
  // Derived columns and joins.
  {
    name: 'a derived column',
    query: values(derive(orders, 'profit', math('revenue', '-', 'cost')), { profit: agg('sum', 'profit') }),
    expected: 620,
  },
  {
    name: 'derived, filtered, grouped',
    query: show(
      group(
        where(derive(orders, 'profit', math('revenue', '-', 'cost')), is('profit', '>', 40)),
        ['region'],
        { profit: agg('mean', 'profit') },
      ),
    ),
    expected: [
      ['North', 60],
      ['South', 60],
      ['West', 100],
      ['south east', 60],
    ],
  },
  {
    name: 'derived from derived',
    query: values(
      derive(
        derive(orders, 'profit', math('revenue', '-', 'cost')),
        'margin',
        math('profit', '/', 'revenue'),
      ),
      { margin: agg('max', 'margin') },
    ),
    expected: 0.6,
  },
  {
    name: 'divided by zero',
    query: show(derive(trips, 'per km', math('fare', '/', 'unit km')), ['driver', 'per km']),
    expected: [
      ['Kim', 2],
      ['Lee', null],
      ['Kim', 3],
      ['Lee', 2],
      ['Max', 3],
      ['Kim', 2],
    ],
  },
  {
    name: 'join',
    query: show(group(join(orders, customers, 'customer'), ['city'], { revenue })),
    expected: [
      ['Oslo', 1120],
      ['Rome', 90],
    ],
  },
  {
    name: 'join and a name that both have',
    query: values(where(join(orders, customers, 'customer'), is('region', '!=', col('region_customers'))), {
      rows: count(),
    }),
    expected: 4,
    withoutSql: true,
  },
  {
    name: 'join on a key with gaps',
    query: values(join(orders, where(customers, not(empty('region'))), 'region', 'region'), {
      rows: count(),
    }),
    expected: 16,
  },
  // Windows.
  {
    name: 'running total',
    query: show(window(byMonth, 'total', { kind: 'running-total' }, 'revenue', { order: 'month' })),
    expected: [
      ['2022-11-01', 100, 100],
      ['2022-12-01', 50, 150],
      ['2023-01-01', 400, 550],
      ['2023-02-01', 300, 850],
      ['2023-03-01', 240, 1090],
      ['2023-06-01', 300, 1390],
      ['2023-12-01', 150, 1540],
    ],
  },
  {
    name: 'running total of rows in groups',
    query: show(
      window(orders, 'total', { kind: 'running-total' }, 'revenue', {
        order: 'id',
        within: ['region'],
      }),
      ['id', 'total'],
    ),
  },
  {
    name: 'moving average',
    query: show(
      window(
        where(weather, is('station', '==', 'A')),
        'average',
        { kind: 'moving-average', length: 3 },
        'temp',
        { order: 'day' },
      ),
      ['average'],
    ),
    expected: [[null], [null], [2], [3], [4], [5], [6], [7], [8], [9]],
  },
  {
    name: 'moving average in groups',
    query: show(
      window(weather, 'average', { kind: 'moving-average', length: 7 }, 'rain', {
        order: 'day',
        within: ['station'],
      }),
      ['station', 'day', 'average'],
    ),
  },
  {
    name: 'change',
    query: show(
      window(byMonth, 'change', { kind: 'change', as: 'difference', offset: 1 }, 'revenue', {
        order: 'month',
      }),
      ['change'],
    ),
    expected: [[null], [-50], [350], [-100], [-60], [60], [-150]],
  },
  {
    name: 'change in percent',
    query: show(
      window(byMonth, 'change', { kind: 'change', as: 'percent', offset: 1 }, 'revenue', {
        order: 'month',
      }),
      ['change'],
    ),
    expected: [[null], [-50], [700], [-25], [-20], [25], [-50]],
  },
  {
    name: 'change over several rows',
    query: show(
      window(byMonth, 'change', { kind: 'change', as: 'percent', offset: 3 }, 'revenue', {
        order: 'month',
      }),
      ['change'],
    ),
    expected: [[null], [null], [null], [200], [380], [-25], [-50]],
  },
  {
    name: 'percent of zero',
    query: show(
      window(
        where(weather, is('station', '==', 'A')),
        'change',
        { kind: 'change', as: 'percent', offset: 1 },
        'rain',
        { order: 'day' },
      ),
      ['change'],
    ),
  },
  {
    name: 'change in groups',
    query: show(
      window(weather, 'change', { kind: 'change', as: 'difference', offset: 1 }, 'temp', {
        order: 'day',
        within: ['station'],
      }),
      ['station', 'day', 'change'],
    ),
  },
  {
    name: 'days between rows',
    query: values(window(orders, 'gap', { kind: 'gap', unit: 'days' }, 'date'), {
      median: agg('median', 'gap'),
    }),
    expected: 14,
  },
  {
    name: 'days between rows of a group',
    query: show(
      group(
        window(orders, 'gap', { kind: 'gap', unit: 'days' }, 'date', { within: ['customer'] }),
        ['customer'],
        { gap: agg('mean', 'gap') },
      ),
    ),
    expected: [
      ['Ada', 60],
      ['Ben', 45],
      ['Cleo', 78],
      ['Dora', 320],
      ['Eve', null],
    ],
  },
  {
    name: 'months between periods',
    query: values(window(byMonth, 'gap', { kind: 'gap', unit: 'days' }, 'month'), {
      longest: agg('max', 'gap'),
    }),
    expected: 183,
  },
  {
    name: 'rank',
    query: show(window(byCustomer, 'rank', { kind: 'rank', descending: true }, 'orders')),
    expected: [
      ['Ada', 3, 1],
      ['Ben', 3, 1],
      ['Cleo', 3, 1],
      ['Dora', 2, 4],
      ['Eve', 1, 5],
    ],
  },
  {
    name: 'rank in groups',
    query: show(
      window(orders, 'rank', { kind: 'rank', descending: false }, 'revenue', { within: ['region'] }),
      ['id', 'rank'],
    ),
  },
  {
    name: 'share of all',
    query: show(
      window(
        group(orders, ['customer'], { quantity: agg('sum', 'quantity') }),
        'share',
        { kind: 'share' },
        'quantity',
      ),
    ),
  },
  {
    name: 'share of its group',
    query: show(
      window(
        group(orders, ['region', 'returned'], { orders: count() }),
        'share',
        { kind: 'share' },
        'orders',
        { within: ['region'] },
      ),
    ),
    expected: [
      ['North', false, 2, 50],
      ['North', true, 2, 50],
      ['South', false, 2, 200 / 3],
      ['South', true, 1, 100 / 3],
      ['West', false, 3, 100],
      ['south east', false, 1, 100],
    ],
  },
  {
    name: 'best month by growth',
    query: show(
      limit(
        sort(
          window(byMonth, 'growth', { kind: 'change', as: 'percent', offset: 1 }, 'revenue', {
            order: 'month',
          }),
          down('growth'),
        ),
        1,
      ),
      ['month', 'growth'],
    ),
    expected: [['2023-01-01', 700]],
  },
  // Other questions.
  {
    name: 'compare two totals',
    query: ask(orders, {
      kind: 'compare',
      figure: { name: 'revenue', figure: revenue },
      sides: [
        { label: 'North', where: is('region', '==', 'North') },
        { label: 'West', where: is('region', '==', 'West') },
      ],
      as: 'difference',
      descending: true,
    }),
    expected: [390, 750, -360],
  },
  {
    name: 'compare counts',
    query: ask(orders, {
      kind: 'compare',
      figure: { name: 'orders', figure: count() },
      sides: [
        { label: 'returned', where: is('returned', '==', true) },
        { label: 'kept', where: is('returned', '==', false) },
      ],
      as: 'ratio',
      descending: true,
    }),
    expected: [3, 9, 1 / 3],
  },
  {
    name: 'growth between years',
    query: ask(orders, {
      kind: 'compare',
      figure: { name: 'revenue', figure: revenue },
      sides: [
        { label: '2022', where: is('date', '==', iso('2022')) },
        { label: '2023', where: is('date', '==', iso('2023')) },
      ],
      as: 'change',
      descending: true,
    }),
    expected: [150, 1390, 826.6666666667],
  },
  {
    name: 'which is warmer',
    query: ask(weather, {
      kind: 'compare',
      figure: { name: 'temp', figure: agg('mean', 'temp') },
      sides: [
        { label: 'A', where: is('station', '==', 'A') },
        { label: 'B', where: is('station', '==', 'B') },
      ],
      as: 'which',
      descending: true,
    }),
    expected: [5.5, 8.4, -2.9],
  },
  {
    name: 'share of rows',
    query: ask(orders, { kind: 'share', part: is('returned', '==', true), figure: count() }),
    expected: [3, 12, 25],
  },
  {
    name: 'share of a sum',
    query: ask(orders, { kind: 'share', part: is('region', '==', 'West'), figure: agg('sum', 'cost') }),
    expected: [450, 930, 48.3870967742],
  },
  {
    name: 'share of a column',
    query: ask(where(orders, is('date', '==', iso('2023'))), {
      kind: 'share',
      part: and(is('quantity', '>', 1), not(is('returned', '==', true))),
      figure: count(),
    }),
    expected: [6, 10, 60],
  },
  {
    name: 'is there any',
    query: ask(orders, { kind: 'whether', quantifier: 'any', condition: is('quantity', '>', 5) }),
    expected: [1, 12],
  },
  {
    name: 'are all',
    query: ask(orders, { kind: 'whether', quantifier: 'all', condition: is('cost', '>', 0) }),
    expected: [12, 12],
  },
  {
    name: 'any rows',
    query: ask(where(orders, is('region', '==', 'Mars')), {
      kind: 'whether',
      quantifier: 'any',
      condition: null,
    }),
    expected: 0,
  },
  {
    name: 'correlation',
    query: ask(orders, {
      kind: 'correlation',
      of: [col('revenue'), col('cost')],
      method: 'pearson',
      by: null,
    }),
  },
  {
    name: 'spearman',
    query: ask(orders, {
      kind: 'correlation',
      of: [col('revenue'), col('rating')],
      method: 'spearman',
      by: null,
    }),
  },
  {
    name: 'kendall',
    query: ask(where(weather, is('station', '==', 'A')), {
      kind: 'correlation',
      of: [col('temp'), col('rain')],
      method: 'kendall',
      by: null,
    }),
    withoutSql: true,
  },
  {
    name: 'correlation by group',
    query: ask(weather, {
      kind: 'correlation',
      of: [col('temp'), col('rain')],
      method: 'pearson',
      by: key('station'),
    }),
  },
  {
    name: 'correlation with the others',
    query: ask(orders, { kind: 'correlation', of: [col('revenue')], method: 'pearson', by: null }),
    withoutSql: true,
  },
  {
    name: 'all correlations',
    query: ask(orders, { kind: 'correlation', of: [], method: 'spearman', by: null }),
    withoutSql: true,
  },
  {
    name: 'correlation of an expression',
    query: ask(orders, {
      kind: 'correlation',
      of: [col('revenue'), duration('date', 'delivered', 'days')],
      method: 'pearson',
      by: null,
    }),
  },
  {
    name: 'distribution',
    query: ask(orders, { kind: 'distribution', of: col('revenue'), by: null }),
    expected: [11, 140, 81.731267, 40, 90, 120, 175, 300],
  },
  {
    name: 'distribution by group',
    query: ask(weather, { kind: 'distribution', of: col('temp'), by: key('station') }),
  },
  {
    name: 'distribution of texts',
    query: ask(orders, { kind: 'distribution', of: col('region'), by: null }),
    withoutSql: true,
    expected: [
      ['North', 4],
      ['South', 3],
      ['West', 3],
      ['south east', 1],
    ],
  },
  {
    name: 'distribution of an expression',
    query: ask(orders, { kind: 'distribution', of: math('revenue', '/', 'quantity'), by: null }),
  },
  {
    name: 'outliers',
    query: ask(weather, { kind: 'outliers', of: [col('temp')], method: 'iqr', threshold: 1.5, by: null }),
  },
  {
    name: 'outliers by z-score',
    query: ask(weather, { kind: 'outliers', of: [col('temp')], method: 'z-score', threshold: 3, by: null }),
  },
  {
    name: 'outliers by group',
    query: ask(weather, {
      kind: 'outliers',
      of: [col('temp')],
      method: 'iqr',
      threshold: 1.5,
      by: key('station'),
    }),
  },
  {
    name: 'outliers of two columns',
    query: ask(weather, {
      kind: 'outliers',
      of: [col('temp'), col('rain')],
      method: 'z-score',
      threshold: 2,
      by: null,
    }),
    withoutSql: true,
  },
  {
    name: 'outliers everywhere',
    query: ask(orders, { kind: 'outliers', of: [], method: 'iqr', threshold: 1.5, by: null }),
    withoutSql: true,
  },
  {
    name: 'missing values',
    query: ask(orders, { kind: 'missing', columns: ['revenue', 'rating', 'region'] }),
    withoutSql: true,
    expected: [
      ['revenue', 1, 100 / 12],
      ['rating', 2, 100 / 6],
      ['region', 1, 100 / 12],
    ],
  },
  {
    name: 'missing everywhere',
    query: ask(weather, { kind: 'missing', columns: [] }),
    withoutSql: true,
    expected: [
      ['station', 0, 0],
      ['day', 0, 0],
      ['temp', 0, 0],
      ['rain', 1, 5],
      ['wind', 10, 50],
    ],
  },
  {
    name: 'duplicates',
    query: ask(orders, { kind: 'duplicates', columns: ['customer', 'date'] }),
    expected: [],
  },
  { name: 'duplicates of a column', query: ask(orders, { kind: 'duplicates', columns: ['date'] }) },
  {
    name: 'duplicate rows',
    query: ask(distinct(orders, 'region', 'returned'), { kind: 'duplicates', columns: [] }),
    expected: [],
  },
  {
    name: 'streak',
    query: ask(where(weather, is('station', '==', 'A')), {
      kind: 'streak',
      condition: is('rain', '==', 0),
      order: col('day'),
      within: [],
    }),
    expected: [[3, '2024-01-04', '2024-01-06']],
  },
  {
    name: 'streak in groups',
    query: ask(weather, {
      kind: 'streak',
      condition: is('rain', '==', 0),
      order: col('day'),
      within: [col('station')],
    }),
    expected: [
      ['A', 3, '2024-01-04', '2024-01-06'],
      ['B', 4, '2024-01-02', '2024-01-05'],
    ],
  },
  { name: 'overview', query: ask(orders, { kind: 'overview' }), withoutSql: true },
  { name: 'columns', query: ask(orders, { kind: 'columns' }), withoutSql: true },
  {
    name: 'cross table of counts',
    query: show(group(orders, ['region', 'returned'], { orders: count() }), null, { isCross: true }),
    withoutSql: true,
    expected: [
      ['North', 2, 2],
      ['South', 2, 1],
      ['West', 3, 0],
      ['south east', 1, 0],
    ],
  },
  {
    name: 'cross table of weekdays',
    query: show(group(trips, ['driver', part('start', 'weekday')], { fare: agg('mean', 'fare') }), null, {
      isCross: true,
      chart: 'heatmap',
    }),
    withoutSql: true,
    expected: [
      ['Kim', 40, 20, 45],
      ['Lee', 60, 5, null],
      ['Max', 15, null, null],
    ],
  },
  { name: 'line of months', query: show(byMonth, null, { chart: 'line' }) },
  {
    name: 'bars of weekdays',
    query: show(group(trips, [part('start', 'weekday')], { fare: agg('sum', 'fare') }), null, {
      chart: 'bar',
    }),
  },
  {
    name: 'scatter',
    query: ask(
      orders,
      { kind: 'correlation', of: [col('revenue'), col('cost')], method: 'pearson', by: null },
      { chart: 'scatter' },
    ),
  },
  {
    name: 'histogram',
    query: ask(orders, { kind: 'distribution', of: col('revenue'), by: null }, { chart: 'histogram' }),
  },
  {
    name: 'boxes',
    query: ask(weather, { kind: 'distribution', of: col('temp'), by: key('station') }, { chart: 'box' }),
  },
  {
    name: 'named values',
    query: values(
      orders,
      Object.fromEntries(
        named({ 'Total revenue': revenue, orders: count() }).map(({ name, figure }) => [name, figure]),
      ),
    ),
    expected: [1540, 12],
  },
];
