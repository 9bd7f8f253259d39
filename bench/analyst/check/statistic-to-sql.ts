/** SQL of questions about the data as a whole: how columns relate, how values are spread, what is missing or double. */
import type { Ask } from '../../../lib/analyst/query/query.ts';
import type { ColumnKinds } from '../../../lib/analyst/write/column-kind.ts';
import { NoSql } from './no-sql.ts';
import { name, numericSql } from './value-to-sql.ts';

type Statistic = Exclude<Ask, { kind: 'table' | 'values' | 'compare' | 'share' }>;

export function statisticSql(ask: Statistic, from: string, kinds: ColumnKinds): string {
  switch (ask.kind) {
    case 'correlation':
      return correlationSql(ask.of, from, kinds);
    case 'missing': {
      const columns = ask.columns.length === 0 ? [...kinds.keys()] : ask.columns;
      return `SELECT ${columns.map((each) => `COUNT(*) - COUNT(${name(each)})`).join(', ')} FROM ${from}`;
    }
    case 'overview':
      throw new NoSql();
  }
}

function correlationSql(of: readonly [string, string], from: string, kinds: ColumnKinds): string {
  const [a, b] = of.map((each) => numericSql({ kind: 'column', name: each }, kinds));
  return `SELECT CORR(a, b) FROM (SELECT ${a} AS a, ${b} AS b FROM ${from}) WHERE a IS NOT NULL AND b IS NOT NULL`;
}
