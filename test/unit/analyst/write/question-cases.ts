/** Comparisons, shares, yes or no, correlations. */
import { agg, and, ask, count, is, iso, not, table, where } from './build.ts';
import type { Case } from './case.ts';

const orders = table('orders');
const weather = table('weather');
const revenue = agg('sum', 'revenue');

export const QUESTION_CASES: readonly Case[] = [
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
    name: 'correlation',
    query: ask(orders, {
      kind: 'correlation',
      of: ['revenue', 'cost'],
    }),
  },
];
