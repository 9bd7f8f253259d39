/** Sorted rows, and the first of them. */
import {
  agg,
  count,
  distinct,
  down,
  group,
  is,
  limit,
  nth,
  order,
  show,
  sort,
  table,
  values,
  where,
} from './build.ts';
import type { Case } from './case.ts';

const orders = table('orders');
const revenue = agg('sum', 'revenue');
const byRegion = group(orders, ['region'], { revenue });
const byCustomer = group(orders, ['customer'], { orders: count() });

export const ORDER_CASES: readonly Case[] = [
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
    name: 'second by text',
    query: show(nth(sort(distinct(orders, 'customer'), order('customer')), 2)),
    expected: [['Ben']],
  },
  { name: 'a place that is not there', query: show(nth(sort(byRegion, down('revenue')), 9)), expected: [] },
  {
    name: 'mean of the highest',
    query: values(limit(sort(orders, down('revenue')), 3), { mean: agg('mean', 'revenue') }),
    expected: 250,
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
];
