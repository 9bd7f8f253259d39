/** Trends, growth, and running totals. */

import { nameKey } from '../../query/query.ts';
import { periodKey, totalOf } from '../words/figures.ts';
import { frame, frameBy, frameOf } from '../words/frames.ts';
import { rule } from './rule.ts';

export const TIME_RULES = [
  rule('Piece', 'trend|trends ; trend in|of ; @change? over time', () => frame({ isTrend: true })),
  rule('Piece', '@change over|by|from|each Period', (period, view) =>
    frameBy(periodKey(period, view), { isTrend: true }),
  ),
  rule('Piece', '@change from Period to Period', (first, second, view) =>
    first === second ? frameBy(periodKey(first, view), { isTrend: true }) : null,
  ),
  rule(
    'Piece',
    '@growth|change of|in? each|every? Period against|over|from Period before',
    (first, second, view) =>
      first === second && first !== 'year' ? frameBy(periodKey(first, view), { change: 'percent' }) : null,
  ),
  rule(
    'Piece',
    'running|cumulative|cumulated total|sum? of? ; running|cumulative|cumulated ; accumulated over year',
    () => frame({ isRunning: true }),
  ),
  rule('Piece', 'Agg Count', (outer, count) => frame({ outer, measures: [count] })),
  rule('Piece', 'Agg Amount per|each Key', (outer, amount, key, view) => {
    const isCategory =
      key.of.kind === 'column' && (view.fields.find(({ name }) => name === nameKey(key))?.unique ?? 0) <= 30;
    return isCategory ? null : frameOf(totalOf(amount), { outer, keys: [key] });
  }),
  rule('Piece', 'Agg total of? Amount', (outer, amount) => frameOf(totalOf(amount), { outer })),
].flat();
