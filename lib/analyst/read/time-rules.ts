/** Trends, growth, and running totals. */

import { nameKey, type Period } from '../query/query.ts';
import { aggregateOf, isAdditive, periodKey } from './figures.ts';
import { frame } from './frames.ts';
import type { View } from './meanings.ts';
import { rule } from './rule.ts';

function changeOver(first: Period, second: Period, view: View) {
  const key = first === second && first !== 'year' ? periodKey(first, view) : null;
  return key && frame({ change: 'percent', keys: [key] });
}

export const TIME_RULES = [
  rule('Piece', 'trend|trends ; trend in|of ; over time', () => frame({ isTrend: true })),
  rule('Piece', '@change over time', () => frame({ isTrend: true })),
  rule('Piece', '@change over|by|from|each Period', (period, view) => {
    const key = periodKey(period, view);
    return key && frame({ isTrend: true, keys: [key] });
  }),
  rule('Piece', '@change from Period to Period', (first, second, view) => {
    const key = first === second ? periodKey(first, view) : null;
    return key && frame({ isTrend: true, keys: [key] });
  }),
  rule('Piece', '@growth|change of|in? each|every? Period against|over|from Period before', changeOver),
  rule(
    'Piece',
    'running|cumulative|cumulated total|sum? of? ; running|cumulative|cumulated ; accumulated over year',
    () => frame({ window: { kind: 'running-total' } }),
  ),
  rule('Piece', 'Agg Count', (outer, count) => frame({ outer, measures: [count] })),
  rule('Piece', 'Agg Amount per|each Key', (outer, amount, key, view) => {
    const isCategory =
      key.of.kind === 'column' && (view.fields.find(({ name }) => name === nameKey(key))?.unique ?? 0) <= 30;
    const measure = isAdditive(amount) && !isCategory ? aggregateOf('sum', amount) : null;
    return measure && frame({ outer, measures: [measure], keys: [key] });
  }),
  rule('Piece', 'Agg total of? Amount', (outer, amount) => {
    const measure = isAdditive(amount) ? aggregateOf('sum', amount) : null;
    return measure && frame({ outer, measures: [measure] });
  }),
].flat();
