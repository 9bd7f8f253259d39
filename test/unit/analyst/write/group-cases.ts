/** Figures by keys. */
import { agg, count, group, is, period, rate, show, table } from './build.ts';
import type { Case } from './case.ts';

const orders = table('orders');
const weather = table('weather');
const trips = table('trips');
const revenue = agg('sum', 'revenue');
const byRegion = group(orders, ['region'], { revenue });
const byMonth = group(orders, [period('date', 'month')], { revenue });

export const GROUP_CASES: readonly Case[] = [
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
    query: show(group(orders, ['region'], { rate: rate(is('returned', '==', true)) })),
    expected: [
      ['North', 0.5],
      ['South', 1 / 3],
      ['West', 0],
      ['south east', 0],
    ],
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
];
