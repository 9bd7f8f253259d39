/** One figure of all rows. */
import { agg, count, duration, is, percentile, rate, table, values, where } from './build.ts';
import type { Case } from './case.ts';

const orders = table('orders');
const weather = table('weather');
const trips = table('trips');
const revenue = agg('sum', 'revenue');

export const FIGURE_CASES: readonly Case[] = [
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
  { name: 'std', query: values(orders, { std: agg('std', 'quantity') }) },
  { name: 'iqr', query: values(orders, { iqr: agg('iqr', 'quantity') }), expected: 2.25 },
  { name: 'distinct', query: values(orders, { regions: agg('distinct', 'region') }), expected: 4 },
  { name: 'percentile', query: values(weather, { p90: percentile('temp', 90) }), expected: 10 },
  {
    name: 'rate of rows',
    query: values(orders, { rate: rate(is('returned', '==', true)) }),
    expected: 0.25,
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
    expected: 0,
  },
  {
    name: 'mean of nothing',
    query: values(where(orders, is('region', '==', 'Mars')), { cost: agg('mean', 'cost') }),
    expected: null,
  },
];
