/** Groups by ranges, conditions on groups, groups of groups. */

import {
  agg,
  average,
  between,
  count,
  figureOf,
  group,
  is,
  iso,
  part,
  period,
  show,
  table,
  values,
  where,
} from './build.ts';
import type { Case } from './case.ts';

const orders = table('orders');
const trips = table('trips');
const revenue = agg('sum', 'revenue');
const byRegion = group(orders, ['region'], { revenue });
const byMonth = group(orders, [period('date', 'month')], { revenue });
const byCustomer = group(orders, ['customer'], { orders: count() });

export const NESTED_CASES: readonly Case[] = [
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
    name: 'a key that has the name of a column',
    query: show(group(trips, [part('start', 'weekday'), 'driver'], { weekday_fare: agg('mean', 'fare') })),
  },
  {
    name: 'group of nothing',
    query: show(group(where(orders, is('quantity', '>', 99)), ['region'], { revenue })),
    expected: [],
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
    query: show(where(byRegion, is('revenue', '>', figureOf(average('mean', 'revenue'))))),
    expected: [
      ['North', 390],
      ['West', 750],
    ],
  },
  { name: 'mean of counts', query: values(byCustomer, { average: agg('mean', 'orders') }), expected: 2.4 },
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
];
