import type { ColumnSummary, TableSummary } from '../../../../lib/protocol/table-summary.ts';
import type { ColumnFacts } from './table-source.ts';

/** What the kernel counted of one column. `isPart`: of the first rows of a file. */
export function toFacts(
  column: ColumnSummary,
  { matchCount, sampledRows }: TableSummary,
  isPart: boolean,
): ColumnFacts {
  const { missing, distinct, min, max, histogram, frequent } = column;
  const count = sampledRows ?? matchCount;
  return {
    count,
    missing,
    distinct,
    min,
    max,
    bars: histogram,
    frequent,
    of: sampledRows !== null ? 'sample' : isPart ? 'read' : 'all',
  };
}
