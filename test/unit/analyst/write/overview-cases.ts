/** Missing values, repeated rows, cross tables and charts. */
import { agg, ask, col, count, group, key, named, part, period, show, table, values } from './build.ts';
import type { Case } from './case.ts';

const orders = table('orders');
const weather = table('weather');
const trips = table('trips');
const revenue = agg('sum', 'revenue');
const byMonth = group(orders, [period('date', 'month')], { revenue });

export const OVERVIEW_CASES: readonly Case[] = [
  {
    name: 'missing values',
    query: ask(orders, { kind: 'missing', columns: ['revenue', 'rating', 'region'] }),
    expected: [
      ['revenue', 1, 100 / 12],
      ['rating', 2, 100 / 6],
      ['region', 1, 100 / 12],
    ],
  },
  {
    name: 'missing everywhere',
    query: ask(weather, { kind: 'missing', columns: [] }),
    expected: [
      ['station', 0, 0],
      ['day', 0, 0],
      ['temp', 0, 0],
      ['rain', 1, 5],
      ['wind', 10, 50],
    ],
  },
  { name: 'overview', query: ask(orders, { kind: 'overview' }), withoutSql: true },
  { name: 'columns', query: ask(orders, { kind: 'columns' }), withoutSql: true },
  {
    name: 'cross table of counts',
    query: show(group(orders, ['region', 'returned'], { orders: count() }), null, { isCross: true }),
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
    }),
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
    name: 'named values',
    query: values(
      orders,
      Object.fromEntries(
        named({ 'Total revenue': revenue, orders: count() }).map(({ name, figure }) => [name, figure]),
      ),
    ),
    expected: [1540, 12],
  },
  {
    name: 'correlation by weekday',
    query: ask(table('trips'), {
      kind: 'correlation',
      of: [col('fare'), col('unit km')],
      by: key(part('start', 'weekday')),
    }),
    expected: [
      ['Monday', 0.998704942],
      ['Friday', 1],
      ['Saturday', null],
    ],
  },
  {
    name: 'cross table of quarters',
    query: show(
      group(table('orders'), ['region', period('date', 'quarter')], { revenue: agg('sum', 'revenue') }),
      null,
      { isCross: true },
    ),
    expected: [
      ['North', 100, 290, null, null],
      ['South', 50, 120, null, null],
      ['West', null, 450, 300, null],
      ['south east', null, null, null, 150],
    ],
  },
  {
    name: 'lines of two keys',
    query: show(
      group(table('orders'), [period('date', 'month'), 'region'], { revenue: agg('sum', 'revenue') }),
      null,
      { chart: 'line' },
    ),
  },
  {
    name: 'bars of months by name',
    query: show(
      group(table('orders'), [part('date', 'month-of-year')], { revenue: agg('sum', 'revenue') }),
      null,
      { chart: 'bar' },
    ),
    expected: [
      [1, 400],
      [2, 300],
      [3, 240],
      [6, 300],
      [11, 100],
      [12, 200],
    ],
  },
];
