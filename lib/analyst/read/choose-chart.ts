import { findGroup } from '../query/find-group.ts';
import type { ChartKind } from '../query/query.ts';
import type { Made } from './made.ts';

const KINDS: Readonly<Record<string, ChartKind>> = {
  distribution: 'histogram',
  correlation: 'scatter',
  outliers: 'box',
  compare: 'bar',
};

/** What fits where the kind of chart is left open. Null where nothing can be drawn: a single figure, rows as they are. */
export function chooseChart({
  rows,
  ask,
  isCross,
  chart,
}: Pick<Made, 'rows' | 'ask' | 'isCross' | 'chart'>): ChartKind | null {
  if (chart) return chart;
  if (ask.kind === 'correlation' && ask.of.length !== 2) return 'heatmap';
  if (ask.kind !== 'table') return KINDS[ask.kind] ?? null;
  const [key] = findGroup(rows)?.keys ?? [];
  if (!key) return null;
  if (isCross) return 'heatmap';
  return key.of.kind === 'period' ? 'line' : 'bar';
}
