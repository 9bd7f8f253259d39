/** Outliers, gaps, repeated rows, streaks, cross tables and charts. */
import {
  agg,
  ask,
  col,
  count,
  distinct,
  group,
  is,
  key,
  math,
  named,
  part,
  period,
  show,
  table,
  values,
  where,
} from './build.ts';
import type { Case } from './case.ts';

const orders = table('orders');
const weather = table('weather');
const trips = table('trips');
const revenue = agg('sum', 'revenue');
const byMonth = group(orders, [period('date', 'month')], { revenue });

export const OVERVIEW_CASES: readonly Case[] = [
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
  {
    name: 'distribution of weekdays in their order',
    query: ask(table('trips'), { kind: 'distribution', of: part('start', 'weekday'), by: null }),
    withoutSql: true,
    expected: [
      ['Monday', 3],
      ['Tuesday', 0],
      ['Wednesday', 0],
      ['Thursday', 0],
      ['Friday', 2],
      ['Saturday', 1],
      ['Sunday', 0],
    ],
  },
  {
    name: 'distribution by weekday',
    query: ask(table('trips'), { kind: 'distribution', of: col('fare'), by: key(part('start', 'weekday')) }),
  },
  {
    name: 'distribution by ranges',
    query: ask(table('orders'), {
      kind: 'distribution',
      of: col('revenue'),
      by: key('quantity', [0, 2, 10]),
    }),
  },
  {
    name: 'correlation by weekday',
    query: ask(table('trips'), {
      kind: 'correlation',
      of: [col('fare'), col('unit km')],
      method: 'spearman',
      by: key(part('start', 'weekday')),
    }),
    expected: [
      ['Monday', 1],
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
  { name: 'points of rows', query: show(table('orders'), ['revenue', 'cost'], { chart: 'scatter' }) },
  { name: 'boxes of rows', query: show(table('orders'), ['revenue', 'cost'], { chart: 'box' }) },
];
