/** SQLite's SQL from the algebra that the analyst's pandas is made of, written apart from it: a second opinion. */

import {
  type Condition,
  type Expression,
  type Figure,
  nameKey,
  type Order,
  type Query,
  type Rows,
  type Table,
} from '../../../lib/analyst/query/query.ts';
import { hasFigure } from '../../../lib/analyst/query/walk.ts';
import { type ColumnKinds, joinSuffix, kindOf, readKinds } from '../../../lib/analyst/write/column-kind.ts';
import { NoSql } from './no-sql.ts';
import { statisticSql } from './statistic-to-sql.ts';
import {
  conditionSql,
  expressionSql,
  figureSql,
  inGroup,
  name,
  numericSql,
  restrict,
  weekdayNumber,
} from './value-to-sql.ts';

/**
 * One statement. Its columns are named and ordered as the rows of the query; single figures come as one row. Throws
 * {@link NoSql} where there is none.
 */
export function toSql({ rows, ask }: Query, tables: readonly Table[]): string {
  const kinds = readKinds(rows, tables);
  const from = `(${select(rows, tables)})`;
  switch (ask.kind) {
    case 'table': {
      const columns = (ask.columns ?? [...kinds.keys()]).map(name).join(', ');
      return `SELECT ${columns} FROM ${from}${orderBy(listOrders(rows), kinds)}`;
    }
    case 'values':
      return `SELECT ${ask.figures.map((each) => figureSql(each.figure, kinds)).join(', ')} FROM ${from}`;
    case 'compare': {
      const [a, b] = ask.sides.map(({ where }) => sideSql(ask.figure.figure, where, from, kinds));
      const both = {
        difference: 'a - b',
        which: 'a - b',
        ratio: 'CAST(a AS REAL) / NULLIF(b, 0)',
        change: '(b / CAST(CASE WHEN a > 0 THEN a END AS REAL) - 1) * 100',
      }[ask.as];
      return `SELECT a, b, ${both} FROM (SELECT (${a}) AS a, (${b}) AS b)`;
    }
    case 'share': {
      const [part, whole] = [restrict(ask.figure, ask.part), ask.figure].map((each) =>
        figureSql(each, kinds),
      );
      return `SELECT part, whole, 100.0 * part / NULLIF(whole, 0) FROM (SELECT ${part} AS part, ${whole} AS whole FROM ${from})`;
    }
    default:
      return statisticSql(ask, from, kinds);
  }
}

/** The rows of a side are taken first: a total of no rows is missing, and not zero. */
function sideSql(figure: Figure, where: Condition, from: string, kinds: ColumnKinds): string {
  const chosen = hasFigure(where)
    ? `(${keep(from, conditionSql(where, kinds), '_kept', kinds)})`
    : `${from} WHERE ${conditionSql(where, kinds)}`;
  return `SELECT ${figureSql(figure, kinds)} FROM ${chosen}`;
}

function select(rows: Rows, tables: readonly Table[]): string {
  if (rows.kind === 'table') return `SELECT * FROM ${name(rows.name)}`;
  if (rows.kind === 'join') return joinSql(rows, tables);
  const kinds = readKinds(rows.of, tables);
  const of = `(${select(rows.of, tables)})`;
  switch (rows.kind) {
    case 'where': {
      const test = conditionSql(rows.condition, kinds);
      if (!hasFigure(rows.condition)) return `SELECT * FROM ${of} WHERE ${test}`;
      return keep(of, test, '_kept', kinds);
    }
    case 'group':
      return groupSql(rows, of, kinds);
    case 'window':
      requireNew(rows.name, kinds);
      return `SELECT *, ${inGroup(rows.within.map(toColumn), windowSql(rows, kinds), kinds)} AS ${name(rows.name)} FROM ${of}`;
    case 'sort':
      return `SELECT * FROM ${of}${orderBy([rows], kinds)}`;
    case 'limit':
    case 'nth':
      return placeSql(rows, of, kinds);
    case 'distinct':
      return `SELECT DISTINCT ${(rows.columns.length === 0 ? [...kinds.keys()] : rows.columns).map(name).join(', ')} FROM ${of}`;
  }
}

/** SQLite tells names apart without regard to case, and takes the first of two that are alike. */
function requireNew(column: string, kinds: ColumnKinds): void {
  requireDifferent([...kinds.keys(), column]);
}

function requireDifferent(names: readonly string[]): void {
  if (new Set(names.map((each) => each.toLowerCase())).size < names.length) throw new NoSql();
}

function joinSql(rows: Extract<Rows, { kind: 'join' }>, tables: readonly Table[]): string {
  const { leftKey, rightKey } = rows;
  const left = [...readKinds(rows.left, tables).keys()];
  const columns = [...readKinds(rows.right, tables).keys()]
    .filter((each) => each !== rightKey || each !== leftKey)
    .map((each) => {
      const called = left.includes(each) ? ` AS ${name(`${each}${joinSuffix(rows.right)}`)}` : '';
      return `r.${name(each)}${called}`;
    });
  requireDifferent([...readKinds(rows, tables).keys()]);
  const all = ['l.*', ...columns].join(', ');
  return `SELECT ${all} FROM (${select(rows.left, tables)}) AS l JOIN (${select(rows.right, tables)}) AS r ON l.${name(leftKey)} = r.${name(rightKey)}`;
}

function groupSql(
  { keys, figures }: Extract<Rows, { kind: 'group' }>,
  of: string,
  kinds: ColumnKinds,
): string {
  requireDifferent([...keys.map(nameKey), ...figures.map((each) => each.name)]);
  requireNew('_key_1', kinds);
  const inner = keys.map((key, at) => `${expressionSql(key.of, kinds)} AS _key_${at + 1}`);
  const keyed = keys.length === 0 ? of : `(SELECT *, ${inner.join(', ')} FROM ${of})`;
  const outer = [
    ...keys.map((key, at) => `_key_${at + 1} AS ${name(nameKey(key))}`),
    ...figures.map((each) => `${figureSql(each.figure, kinds)} AS ${name(each.name)}`),
  ];
  const names = keys.map((_, at) => `_key_${at + 1}`);
  const known = names.map((each) => `${each} IS NOT NULL`).join(' AND ');
  const by = keys.length === 0 ? '' : ` WHERE ${known} GROUP BY ${names.join(', ')}`;
  return `SELECT ${outer.join(', ')} FROM ${keyed}${by}`;
}

function placeSql(rows: Extract<Rows, { kind: 'limit' | 'nth' }>, of: string, kinds: ColumnKinds): string {
  const orders = listOrders(rows.of);
  const test = rows.kind === 'limit' ? `_place <= ${rows.count}` : `_place = ${rows.place}`;
  if (orders.length === 0) return keep(of, 'ROW_NUMBER() OVER ()', test, kinds);
  const how = rows.kind === 'limit' ? 'RANK' : 'DENSE_RANK';
  const known = orders.map(({ by }) => `${expressionSql(by, kinds)} IS NOT NULL`);
  return keep(of, `${how}() OVER (${orderBy(orders, kinds)})`, [test, ...known].join(' AND '), kinds);
}

/** How the rows come. */
export function listOrders(rows: Rows): readonly Order[] {
  if (rows.kind === 'sort') return [rows];
  return rows.kind === 'where' || rows.kind === 'limit' || rows.kind === 'nth' ? listOrders(rows.of) : [];
}

function orderBy(orders: readonly Order[], kinds: ColumnKinds): string {
  if (orders.length === 0) return '';
  const parts = orders.map(({ by, descending }) => {
    const value = expressionSql(by, kinds);
    const place = kindOf(by, kinds).type === 'weekday' ? weekdayNumber(value) : value;
    return `${place} ${descending ? 'DESC' : 'ASC'} NULLS LAST`;
  });
  return ` ORDER BY ${parts.join(', ')}`;
}

function windowSql(
  { window, value, order, within }: Extract<Rows, { kind: 'window' }>,
  kinds: ColumnKinds,
): string {
  const x = numericSql(toColumn(value), kinds);
  const split = within.length === 0 ? '' : `PARTITION BY ${within.map(name).join(', ')}`;
  const along = order === null ? [] : [{ by: toColumn(order), descending: false }];
  const over = (frame = '', orders: readonly Order[] = along) =>
    `OVER (${split}${orderBy(orders, kinds)}${frame})`;
  switch (window.kind) {
    case 'running-total':
      return `CASE WHEN ${x} IS NOT NULL THEN SUM(${x}) ${over(' ROWS UNBOUNDED PRECEDING')} END`;
    case 'change': {
      const before = `LAG(${x}) ${over()}`;
      return window.as === 'difference'
        ? `${x} - ${before}`
        : `100.0 * (${x} - ${before}) / CASE WHEN ${before} > 0 THEN ${before} END`;
    }
    case 'share':
      return `100.0 * ${x} / NULLIF(SUM(${x}) OVER (${split}), 0)`;
  }
}

function toColumn(of: string): Expression {
  return { kind: 'column', name: of };
}

/**
 * Filters rows by a value that depends on other rows: `column` computes it, and `test` starts with its name, such as
 * `_place <= 3`.
 */
function keep(of: string, column: string, test: string, kinds: ColumnKinds): string {
  const columns = [...kinds.keys()].map(name).join(', ');
  const called = test.split(' ')[0] ?? '';
  if ([...kinds.keys()].some((each) => each.toLowerCase() === called)) throw new NoSql();
  return `SELECT ${columns} FROM (SELECT *, ${column} AS ${called} FROM ${of}) WHERE ${test}`;
}
