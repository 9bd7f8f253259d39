/** SQL of questions about the data as a whole: how columns relate, how values are spread, what is missing or double. */
import type { Ask } from '../../../lib/analyst/query/query.ts';
import { type ColumnKinds, kindOf } from '../../../lib/analyst/write/column-kind.ts';
import { keep } from './keep.ts';
import { NoSql } from './no-sql.ts';
import { conditionSql, expressionSql, keySql, name, numericSql } from './value-to-sql.ts';

type Statistic = Exclude<Ask, { kind: 'table' | 'values' | 'compare' | 'share' | 'whether' }>;

export function statisticSql(ask: Statistic, from: string, kinds: ColumnKinds): string {
  switch (ask.kind) {
    case 'correlation':
      return correlationSql(ask, from, kinds);
    case 'distribution':
      return distributionSql(ask, from, kinds);
    case 'outliers':
      return outliersSql(ask, from, kinds);
    case 'missing': {
      const columns = ask.columns.length === 0 ? [...kinds.keys()] : ask.columns;
      return `SELECT ${columns.map((each) => `COUNT(*) - COUNT(${name(each)})`).join(', ')} FROM ${from}`;
    }
    case 'duplicates': {
      const columns = ask.columns.length === 0 ? [...kinds.keys()] : ask.columns;
      const count = `COUNT(*) OVER (PARTITION BY ${columns.map(name).join(', ')})`;
      return keep(from, count, '_copies > 1', kinds);
    }
    case 'streak':
      return streakSql(ask, from, kinds);
    case 'overview':
    case 'columns':
      throw new NoSql();
  }
}

function distributionSql(
  ask: Extract<Ask, { kind: 'distribution' }>,
  from: string,
  kinds: ColumnKinds,
): string {
  const { type, part } = kindOf(ask.of, kinds);
  if (type !== 'number' || part !== null) throw new NoSql();
  const x = expressionSql(ask.of, kinds);
  const quartiles = [0.25, 0.5, 0.75].map((q) => `QUANTILE(${x}, ${q})`);
  const figures = [`COUNT(${x})`, `MEAN_OF(${x})`, `STDDEV(${x})`, `MIN(${x})`, ...quartiles, `MAX(${x})`];
  if (ask.by === null) return `SELECT ${figures.join(', ')} FROM ${from}`;
  const keyed = `(SELECT *, ${keySql(ask.by, kinds)} AS _key_1 FROM ${from})`;
  return `SELECT _key_1, ${figures.join(', ')} FROM ${keyed} WHERE _key_1 IS NOT NULL GROUP BY _key_1`;
}

function outliersSql(ask: Extract<Ask, { kind: 'outliers' }>, from: string, kinds: ColumnKinds): string {
  const [only] = ask.of;
  if (!only || ask.of.length > 1) throw new NoSql();
  const x = numericSql(only, kinds);
  const over = `OVER (${ask.by === null ? '' : `PARTITION BY ${keySql(ask.by, kinds)}`})`;
  const [low, high, width] =
    ask.method === 'iqr'
      ? [
          `QUANTILE(${x}, 0.25) ${over}`,
          `QUANTILE(${x}, 0.75) ${over}`,
          `(QUANTILE(${x}, 0.75) ${over} - QUANTILE(${x}, 0.25) ${over})`,
        ]
      : [`MEAN_OF(${x}) ${over}`, `MEAN_OF(${x}) ${over}`, `STDDEV(${x}) ${over}`];
  const test = `${x} < ${low} - ${ask.threshold} * ${width} OR ${x} > ${high} + ${ask.threshold} * ${width}`;
  return keep(from, test, '_apart', kinds);
}

function streakSql(ask: Extract<Ask, { kind: 'streak' }>, from: string, kinds: ColumnKinds): string {
  const groups = ask.within.map((key, at) => `${expressionSql(key, kinds)} AS _group_${at + 1}`);
  const names = groups.map((_, at) => `_group_${at + 1}`);
  const split = names.length === 0 ? '' : `PARTITION BY ${names.join(', ')} `;
  const columns = [
    ...groups,
    `${expressionSql(ask.order, kinds)} AS moment`,
    `${conditionSql(ask.condition, kinds)} AS holds`,
  ];
  const chosen = `SELECT ${columns.join(', ')} FROM ${from}`;
  // A row without a group belongs to none.
  const known =
    names.length === 0 ? '' : ` WHERE ${names.map((each) => `${each} IS NOT NULL`).join(' AND ')}`;
  const order = 'ORDER BY moment NULLS LAST';
  const numbered = `SELECT *, ROW_NUMBER() OVER (${split}${order}) AS place FROM (${chosen})${known}`;
  const runs = `SELECT *, place - ROW_NUMBER() OVER (${split}${order}) AS run FROM (${numbered}) WHERE holds`;
  const figures = [...names, 'COUNT(*) AS length', 'MIN(moment) AS start', 'MAX(moment) AS stop'];
  const streaks = `SELECT ${figures.join(', ')} FROM (${runs}) GROUP BY ${[...names, 'run'].join(', ')}`;
  const ranked = `SELECT *, RANK() OVER (${split}ORDER BY length DESC) AS place FROM (${streaks})`;
  return `SELECT ${[...names, 'length', 'start', 'stop'].join(', ')} FROM (${ranked}) WHERE place = 1`;
}

function correlationSql(
  ask: Extract<Ask, { kind: 'correlation' }>,
  from: string,
  kinds: ColumnKinds,
): string {
  const [a, b] = ask.of.map((each) => numericSql(each, kinds));
  if (a === undefined || b === undefined || ask.of.length > 2 || ask.method === 'kendall') throw new NoSql();
  const key = ask.by === null ? '1' : keySql(ask.by, kinds);
  const pairs = `SELECT ${a} AS a, ${b} AS b, ${key} AS _key_1 FROM ${from}`;
  const known = `SELECT * FROM (${pairs}) WHERE a IS NOT NULL AND b IS NOT NULL AND _key_1 IS NOT NULL`;
  const rank = (x: string) =>
    `RANK() OVER (PARTITION BY _key_1 ORDER BY ${x}) + (COUNT(*) OVER (PARTITION BY _key_1, ${x}) - 1) / 2.0 AS ${x}`;
  const values =
    ask.method === 'pearson' ? known : `SELECT ${rank('a')}, ${rank('b')}, _key_1 FROM (${known})`;
  return ask.by === null
    ? `SELECT CORR(a, b) FROM (${values})`
    : `SELECT _key_1, CORR(a, b) FROM (${values}) GROUP BY _key_1`;
}
