/** Missing values, repeated rows, cross tables and charts. */
import { agg, ask, count, group, named, part, period, show, table, values } from './build.ts';
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
