/** DuckDB SQL from the algebra that the analyst's pandas is made of, written apart from it: a second opinion. */
import {
  type Ask,
  type Figure,
  nameKey,
  type Order,
  type Query,
  type Rows,
} from '../../lib/analyst/query/query.ts';
import {
  conditionSql,
  expressionSql,
  figureSql,
  inGroup,
  keySql,
  name,
  restrict,
  SECONDS,
  weekdayNumber,
} from './value-to-sql.ts';

/** One statement. Its columns are called as the query calls them; single figures come as one row. */
export function toSql({ rows, ask }: Query): string {
  const from = `(${select(rows)}) AS t`;
  switch (ask.kind) {
    case 'table': {
      const columns = ask.columns === null ? '*' : ask.columns.map(name).join(', ');
      return `SELECT ${columns} FROM ${from}${orderBy(ordersOf(rows))}`;
    }
    case 'values': {
      const [only] = ask.figures;
      if (only && ask.figures.length === 1 && isMode(only.figure)) return modes(only.figure, from);
      return `SELECT ${ask.figures.map((each) => `${figureSql(each.figure)} AS ${name(each.name)}`).join(', ')} FROM ${from}`;
    }
    case 'compare': {
      const [a, b] = ask.sides.map(({ where }) => figureSql(restrict(ask.figure.figure, where)));
      const both = { difference: 'a - b', which: 'a - b', ratio: 'a / b', change: '(b / a - 1) * 100' }[
        ask.as
      ];
      return `SELECT a, b, ${both} AS c FROM (SELECT ${a} AS a, ${b} AS b FROM ${from})`;
    }
    case 'share': {
      const figures = [restrict(ask.figure, ask.part), ask.figure].map((each) => figureSql(each));
      return `SELECT part, whole, part / whole * 100 AS percent FROM (SELECT ${figures[0]} AS part, ${figures[1]} AS whole FROM ${from})`;
    }
    case 'whether': {
      if (ask.condition === null) return `SELECT COUNT(*) AS n FROM ${from}`;
      return `SELECT COUNT(*) FILTER (${conditionSql(ask.condition)}) AS matching, COUNT(*) AS n FROM ${from}`;
    }
    default:
      return statisticSql(ask, from);
  }
}

function select(rows: Rows): string {
  switch (rows.kind) {
    case 'table':
      return `SELECT * FROM ${name(rows.name)}`;
    case 'join': {
      const on = `l.${name(rows.leftKey)} = r.${name(rows.rightKey)}`;
      const columns =
        rows.leftKey === rows.rightKey ? `l.*, r.* EXCLUDE (${name(rows.rightKey)})` : 'l.*, r.*';
      return `SELECT ${columns} FROM (${select(rows.left)}) AS l JOIN (${select(rows.right)}) AS r ON ${on}`;
    }
    case 'where': {
      const word = JSON.stringify(rows.condition).includes('"kind":"figure"') ? 'QUALIFY' : 'WHERE';
      return `SELECT * FROM (${select(rows.of)}) ${word} ${conditionSql(rows.condition)}`;
    }
    case 'derive':
      return `SELECT *, ${expressionSql(rows.expression)} AS ${name(rows.name)} FROM (${select(rows.of)})`;
    case 'group':
      return groupSql(rows);
    case 'window':
      return `SELECT *, ${inGroup(rows.within, windowSql(rows))} AS ${name(rows.name)} FROM (${select(rows.of)})`;
    case 'sort':
      return `SELECT * FROM (${select(rows.of)})${orderBy(rows.orders)}`;
    case 'limit':
    case 'nth':
      return placeSql(rows);
    case 'distinct':
      return `SELECT DISTINCT ${rows.columns.length === 0 ? '*' : rows.columns.map(name).join(', ')} FROM (${select(rows.of)})`;
  }
}

function groupSql({ of, keys, figures }: Extract<Rows, { kind: 'group' }>): string {
  const inner = keys.map((key, at) => `${keySql(key)} AS k${at}`);
  const known = keys.map((_, at) => `k${at} IS NOT NULL`).join(' AND ') || 'TRUE';
  const outer = [
    ...keys.map((key, at) => `k${at} AS ${name(nameKey(key))}`),
    ...figures.map((each) => `${figureSql(each.figure)} AS ${name(each.name)}`),
  ];
  const by = keys.length === 0 ? '' : ` GROUP BY ${keys.map((_, at) => `k${at}`).join(', ')}`;
  return `SELECT ${outer.join(', ')} FROM (SELECT ${[...inner, '*'].join(', ')} FROM (${select(of)})) WHERE ${known}${by}`;
}

function placeSql(rows: Extract<Rows, { kind: 'limit' | 'nth' }>): string {
  const orders = ordersOf(rows.of);
  const inner = select(rows.of);
  const split = rows.within.length === 0 ? '' : `PARTITION BY ${rows.within.map(expressionSql).join(', ')}`;
  const [how, test] =
    rows.kind === 'limit' ? ['RANK', `<= ${rows.count}`] : ['DENSE_RANK', `= ${rows.place}`];
  const grouped = rows.within.map((key) => ` AND ${expressionSql(key)} IS NOT NULL`).join('');
  if (orders.length === 0) return `SELECT * FROM (${inner}) QUALIFY ROW_NUMBER() OVER (${split}) ${test}`;
  const place = `${how}() OVER (${split}${orderBy(orders)}) ${test}`;
  const known = orders.length === 1 && orders[0] ? ` AND ${expressionSql(orders[0].by)} IS NOT NULL` : '';
  return `SELECT * FROM (${inner}) QUALIFY ${place}${known}${grouped}`;
}

function ordersOf(rows: Rows): readonly Order[] {
  if (rows.kind === 'sort') return rows.orders;
  return rows.kind === 'where' || rows.kind === 'limit' || rows.kind === 'nth' || rows.kind === 'derive'
    ? ordersOf(rows.of)
    : [];
}

function orderBy(orders: readonly Order[]): string {
  if (orders.length === 0) return '';
  const parts = orders.map(({ by, descending }) => {
    const isWeekday = by.kind === 'column' && by.name === 'weekday';
    const value = isWeekday ? weekdayNumber(expressionSql(by)) : expressionSql(by);
    return `${value} ${descending ? 'DESC' : 'ASC'} NULLS LAST`;
  });
  return ` ORDER BY ${parts.join(', ')}`;
}

function windowSql({ window, value, order, within }: Extract<Rows, { kind: 'window' }>): string {
  const x = expressionSql(value);
  const split = within.length === 0 ? '' : `PARTITION BY ${within.map(expressionSql).join(', ')}`;
  const by = order ?? (window.kind === 'gap' ? value : null);
  const along = by === null ? null : { by, descending: false };
  const over = (frame = '', orders = along === null ? [] : [along]) =>
    `OVER (${split}${orderBy(orders)} ${frame})`;
  switch (window.kind) {
    case 'running-total':
      return `CASE WHEN ${x} IS NOT NULL THEN SUM(${x}) ${over('ROWS UNBOUNDED PRECEDING')} END`;
    case 'moving-average': {
      const frame = over(`ROWS ${window.length - 1} PRECEDING`);
      return `CASE WHEN COUNT(${x}) ${frame} = ${window.length} THEN AVG(${x}) ${frame} END`;
    }
    case 'change': {
      const before = `LAG(${x}, ${window.offset}) ${over()}`;
      return window.as === 'difference'
        ? `${x} - ${before}`
        : `(${x} - ${before}) / NULLIF(${before}, 0) * 100`;
    }
    case 'gap':
      return `EPOCH(${x} - LAG(${x}) ${over()}) / ${SECONDS[window.unit]}`;
    case 'rank': {
      const orders = [{ by: value, descending: window.descending }];
      return `CASE WHEN ${x} IS NOT NULL THEN RANK() ${over('', orders)} END`;
    }
    case 'share':
      return `${x} / NULLIF(SUM(${x}) OVER (${split}), 0) * 100`;
  }
}

function isMode(figure: Figure): figure is Extract<Figure, { kind: 'aggregate' }> {
  return figure.kind === 'aggregate' && figure.aggregate === 'mode';
}

/** All values that tie for the most frequent. */
function modes({ of, where }: Extract<Figure, { kind: 'aggregate' }>, from: string): string {
  const counts = `SELECT ${expressionSql(of)} AS v, COUNT(*) AS n FROM ${from} WHERE ${where === null ? 'TRUE' : conditionSql(where)} GROUP BY v`;
  return `SELECT v FROM (${counts}) WHERE v IS NOT NULL QUALIFY RANK() OVER (ORDER BY n DESC) = 1`;
}

function statisticSql(
  ask: Exclude<Ask, { kind: 'table' | 'values' | 'compare' | 'share' | 'whether' }>,
  from: string,
): string {
  switch (ask.kind) {
    case 'correlation':
      return correlationSql(ask, from);
    case 'distribution': {
      const x = expressionSql(ask.of);
      const figures = ['COUNT', 'AVG', 'STDDEV_SAMP', 'MIN'].map((word) => `${word}(${x})`);
      const quartiles = [0.25, 0.5, 0.75].map((q) => `QUANTILE_CONT(${x}, ${q})`);
      const all = [...figures, ...quartiles, `MAX(${x})`].map((code, at) => `${code} AS f${at}`).join(', ');
      if (ask.by === null) return `SELECT ${all} FROM ${from}`;
      return `SELECT ${keySql(ask.by)} AS k, ${all} FROM ${from} WHERE k IS NOT NULL GROUP BY k`;
    }
    case 'outliers': {
      const [only] = ask.of;
      if (!only || ask.of.length > 1) throw new Error('No SQL is written for this.');
      const x = expressionSql(only);
      const over = `OVER (${ask.by === null ? '' : `PARTITION BY ${keySql(ask.by)}`})`;
      const [from1, to1, width] =
        ask.method === 'iqr'
          ? [
              `QUANTILE_CONT(${x}, 0.25) ${over}`,
              `QUANTILE_CONT(${x}, 0.75) ${over}`,
              `(QUANTILE_CONT(${x}, 0.75) ${over} - QUANTILE_CONT(${x}, 0.25) ${over})`,
            ]
          : [`AVG(${x}) ${over}`, `AVG(${x}) ${over}`, `STDDEV_SAMP(${x}) ${over}`];
      return `SELECT * FROM ${from} QUALIFY ${x} < ${from1} - ${ask.threshold} * ${width} OR ${x} > ${to1} + ${ask.threshold} * ${width}`;
    }
    case 'missing': {
      const columns = ask.columns.length === 0 ? '*' : ask.columns.map(name).join(', ');
      return `SELECT COUNT(*) - COUNT(COLUMNS(*)) FROM (SELECT ${columns} FROM ${from})`;
    }
    case 'duplicates': {
      const columns = ask.columns.length === 0 ? 't' : ask.columns.map(name).join(', ');
      return `SELECT * FROM ${from} QUALIFY COUNT(*) OVER (PARTITION BY ${columns}) > 1`;
    }
    case 'streak': {
      const groups = ask.within.map(expressionSql);
      const split = groups.length === 0 ? '' : `PARTITION BY ${groups.join(', ')}`;
      const at = expressionSql(ask.order);
      const rows = `SELECT *, ROW_NUMBER() OVER (${split} ORDER BY ${at}) AS place, ${conditionSql(ask.condition)} AS holds FROM ${from}`;
      const runs = `SELECT *, place - ROW_NUMBER() OVER (${split} ORDER BY ${at}) AS run FROM (${rows}) WHERE holds`;
      const keys = [...groups, 'run'].join(', ');
      const streaks = `SELECT ${groups.map((each) => `${each}, `).join('')}COUNT(*) AS rows, MIN(${at}) AS first, MAX(${at}) AS last FROM (${runs}) GROUP BY ${keys}`;
      return `SELECT * FROM (${streaks}) QUALIFY RANK() OVER (${split} ORDER BY rows DESC) = 1`;
    }
    case 'overview':
    case 'columns':
      throw new Error('No SQL is written for this.');
  }
}

function correlationSql(ask: Extract<Ask, { kind: 'correlation' }>, from: string): string {
  const [a, b] = ask.of.map(expressionSql);
  if (a === undefined || b === undefined || ask.of.length > 2 || ask.method === 'kendall')
    throw new Error('No SQL is written for this.');
  const known = `SELECT ${a} AS a, ${b} AS b, ${ask.by === null ? '1' : keySql(ask.by)} AS k FROM ${from} WHERE a IS NOT NULL AND b IS NOT NULL AND k IS NOT NULL`;
  const rank = (x: string) =>
    `RANK() OVER (PARTITION BY k ORDER BY ${x}) + (COUNT(*) OVER (PARTITION BY k, ${x}) - 1) / 2 AS ${x}`;
  const values = ask.method === 'pearson' ? known : `SELECT ${rank('a')}, ${rank('b')}, k FROM (${known})`;
  return ask.by === null
    ? `SELECT CORR(a, b) AS r FROM (${values})`
    : `SELECT k AS ${name(nameKey(ask.by))}, CORR(a, b) AS correlation FROM (${values}) GROUP BY k`;
}
