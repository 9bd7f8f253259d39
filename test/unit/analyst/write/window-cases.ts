/** Derived columns, joins, and columns that look at other rows. */
import {
  agg,
  col,
  count,
  empty,
  group,
  is,
  join,
  not,
  period,
  show,
  table,
  values,
  where,
  window,
} from './build.ts';
import type { Case } from './case.ts';

const orders = table('orders');
const weather = table('weather');
const customers = table('customers');
const revenue = agg('sum', 'revenue');
const byMonth = group(orders, [period('date', 'month')], { revenue });

export const WINDOW_CASES: readonly Case[] = [
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
  },
  {
    name: 'join on a key with gaps',
    query: values(join(orders, where(customers, not(empty('region'))), 'region', 'region'), {
      rows: count(),
    }),
    expected: 16,
  },
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
    name: 'change',
    query: show(
      window(byMonth, 'change', { kind: 'change', as: 'difference' }, 'revenue', {
        order: 'month',
      }),
      ['change'],
    ),
    expected: [[null], [-50], [350], [-100], [-60], [60], [-150]],
  },
  {
    name: 'change in percent',
    query: show(
      window(byMonth, 'change', { kind: 'change', as: 'percent' }, 'revenue', {
        order: 'month',
      }),
      ['change'],
    ),
    expected: [[null], [-50], [700], [-25], [-20], [25], [-50]],
  },
  {
    name: 'percent of zero',
    query: show(
      window(where(weather, is('station', '==', 'A')), 'change', { kind: 'change', as: 'percent' }, 'rain', {
        order: 'day',
      }),
      ['change'],
    ),
  },
  {
    name: 'change in groups',
    query: show(
      window(weather, 'change', { kind: 'change', as: 'difference' }, 'temp', {
        order: 'day',
        within: ['station'],
      }),
      ['station', 'day', 'change'],
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
];
