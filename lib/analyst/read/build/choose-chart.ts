import { findGroup } from '../../query/find-group.ts';
import type { ChartKind } from '../../query/query.ts';
import type { Made } from './made.ts';

/** What fits where the kind of chart is left open. Null where nothing can be drawn: a single figure, rows as they are. */
export function chooseChart({ rows, ask, chart }: Pick<Made, 'rows' | 'ask' | 'chart'>): ChartKind | null {
  if (chart) return chart;
  if (ask.kind === 'compare') return 'bar';
  const [key] = (ask.kind === 'table' && findGroup(rows)?.keys) || [];
  if (!key) return null;
  return key.of.kind === 'period' ? 'line' : 'bar';
}
