/** SQL of questions about the data as a whole: how columns relate, how values are spread, what is missing or double. */
import type { Ask } from '../../../lib/analyst/query/query.ts';
import type { ColumnKinds } from '../../../lib/analyst/write/column-kind.ts';
import { NoSql } from './no-sql.ts';
import { keySql, name, numericSql } from './value-to-sql.ts';

type Statistic = Exclude<Ask, { kind: 'table' | 'values' | 'compare' | 'share' | 'whether' }>;

export function statisticSql(ask: Statistic, from: string, kinds: ColumnKinds): string {
  switch (ask.kind) {
    case 'correlation':
      return correlationSql(ask, from, kinds);
    case 'missing': {
      const columns = ask.columns.length === 0 ? [...kinds.keys()] : ask.columns;
      return `SELECT ${columns.map((each) => `COUNT(*) - COUNT(${name(each)})`).join(', ')} FROM ${from}`;
    }
    case 'overview':
    case 'columns':
      throw new NoSql();
  }
}

function correlationSql(
  ask: Extract<Ask, { kind: 'correlation' }>,
  from: string,
  kinds: ColumnKinds,
): string {
  const [a, b] = ask.of.map((each) => numericSql(each, kinds));
  if (a === undefined || b === undefined) throw new NoSql();
  const key = ask.by === null ? '1' : keySql(ask.by, kinds);
  const pairs = `SELECT ${a} AS a, ${b} AS b, ${key} AS _key_1 FROM ${from}`;
  const known = `SELECT * FROM (${pairs}) WHERE a IS NOT NULL AND b IS NOT NULL AND _key_1 IS NOT NULL`;
  return ask.by === null
    ? `SELECT CORR(a, b) FROM (${known})`
    : `SELECT _key_1, CORR(a, b) FROM (${known}) GROUP BY _key_1`;
}
