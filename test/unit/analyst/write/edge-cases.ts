/** What decimals, letters, and types make of a condition. */
import { is, not, rate, show, table, values, where, window } from './build.ts';
import type { Case } from './case.ts';

const edges = table('edges');
const nullable = table('nullable');
const changeOf = (of: string) =>
  window(edges, 'change', { kind: 'change', as: 'percent' }, of, { order: 'month' });
const share = window(edges, 'share', { kind: 'share' }, 'part', {});

export const EDGE_CASES: readonly Case[] = [
  {
    name: 'a rise of just 10 percent is not more',
    query: show(where(changeOf('visits'), is('change', '>', 10)), ['visits', 'change']),
    expected: [],
  },
  {
    name: 'a share of just 7 percent is not more',
    query: show(where(share, is('share', '<=', 7)), ['part', 'share']),
    expected: [[7, 7]],
  },
  {
    name: 'from nothing, no change in percent',
    query: show(changeOf('stock'), ['change']),
    expected: [null, null, null, null],
  },
  {
    name: 'a contrary holds for gaps',
    query: show(where(nullable, not(is('level', '>', 3))), ['id']),
    expected: [1, 2],
  },
  {
    name: 'other than a number holds for gaps',
    query: show(where(nullable, is('level', '!=', 1)), ['id']),
    expected: [2, 3, 4],
  },
  {
    name: 'other than a text holds for gaps',
    query: show(where(nullable, is('text', '!=', 'a')), ['id']),
    expected: [2, 3],
  },
  {
    name: 'not true holds for gaps',
    query: show(where(nullable, is('flag', '!=', true)), ['id']),
    expected: [2, 3],
  },
  {
    name: 'gaps are part of all rows',
    query: values(nullable, { high: rate(is('level', '>', 3)) }),
    expected: 0.5,
  },
];
