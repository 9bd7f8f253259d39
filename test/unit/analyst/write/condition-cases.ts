/** Rows that satisfy conditions, also of dates. */
import {
  agg,
  among,
  and,
  average,
  between,
  count,
  duration,
  empty,
  figureOf,
  is,
  iso,
  not,
  or,
  part,
  show,
  table,
  values,
  where,
} from './build.ts';
import type { Case } from './case.ts';

const orders = table('orders');
const trips = table('trips');
const revenue = agg('sum', 'revenue');
const late = is(duration('date', 'delivered', 'days'), '>', 3);

export const CONDITION_CASES: readonly Case[] = [
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
    name: 'filters on top of each other',
    query: values(where(where(orders, is('returned', '==', false)), is('quantity', '>', 2)), { revenue }),
    expected: 1050,
  },
  {
    name: 'above the average',
    query: values(where(orders, is('revenue', '>', figureOf(average('mean', 'revenue')))), { rows: count() }),
    expected: 5,
  },
  {
    name: 'above the average of its group',
    query: show(where(orders, is('revenue', '>', figureOf(average('mean', 'revenue'), 'region'))), ['id']),
    expected: [[1], [3], [6], [9], [11]],
  },
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
    name: 'a quarter',
    query: values(where(orders, is('date', '==', iso('2023-Q1'))), { rows: count() }),
    expected: 8,
  },
  {
    name: 'from a day to a month',
    query: values(where(orders, between('date', iso('2023-01-05'), iso('2023-02'))), { rows: count() }),
    expected: 5,
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
];
