/** DuckDB SQL from the algebra that the analyst's pandas is made of, written apart from it: a second opinion. */
import {
  type Ask,
  type Condition,
  type DatePart,
  type DurationUnit,
  type Expression,
  type Figure,
  type Key,
  nameKey,
  type Order,
  type Query,
  type Rows,
} from '../../lib/analyst/query.ts';

const SECONDS: Readonly<Record<DurationUnit, number>> = {
  seconds: 1,
  minutes: 60,
  hours: 3_600,
  days: 86_400,
  weeks: 604_800,
  months: 30.4375 * 86_400,
  years: 365.25 * 86_400,
};
const PARTS: Readonly<Record<DatePart, string>> = {
  year: 'year',
  'quarter-of-year': 'quarter',
  'month-of-year': 'month',
  'week-of-year': 'week',
  'day-of-month': 'day',
  weekday: 'dayname',
  'hour-of-day': 'hour',
};
const AGGREGATES: Readonly<Record<string, string>> = {
  mean: 'AVG(x)',
  median: 'MEDIAN(x)',
  min: 'MIN(x)',
  max: 'MAX(x)',
  range: 'MAX(x)F - MIN(x)',
  std: 'STDDEV_SAMP(x)',
  variance: 'VAR_SAMP(x)',
  iqr: 'QUANTILE_CONT(x, 0.75)F - QUANTILE_CONT(x, 0.25)',
  mode: 'MODE(x)',
  skewness: 'SKEWNESS(x)',
  kurtosis: 'KURTOSIS(x)',
  distinct: 'COUNT(DISTINCT x)',
  filled: 'COUNT(x)',
  missing: 'COUNT(*) - COUNT(x)',
};

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

function keySql({ of, bins }: Key): string {
  const value = expressionSql(of);
  if (bins === null) return value;
  const cases = bins.slice(0, -1).map((low, at) => {
    const high = bins[at + 1] ?? 0;
    const ends = [low, high].map((edge) => (Number.isFinite(edge) ? String(edge) : `'${edge}'::DOUBLE`));
    return `WHEN ${value} >= ${ends[0]} AND ${value} < ${ends[1]} THEN '[${low}, ${high === Number.POSITIVE_INFINITY ? 'inf' : high})'`;
  });
  return `CASE ${cases.join(' ')} END`;
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

function weekdayNumber(text: string): string {
  return `LIST_POSITION(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'], ${text})`;
}

function windowSql({ window, value, order, within }: Extract<Rows, { kind: 'window' }>): string {
  const x = expressionSql(value);
  const split = within.length === 0 ? '' : `PARTITION BY ${within.map(expressionSql).join(', ')}`;
  const along = order ?? (window.kind === 'gap' ? { by: value, descending: false } : null);
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

/** A row without a key belongs to no group. */
function inGroup(within: readonly Expression[], code: string): string {
  if (within.length === 0) return code;
  return `CASE WHEN ${within.map((key) => `${expressionSql(key)} IS NOT NULL`).join(' AND ')} THEN ${code} END`;
}

/** `over`: as a window function, next to each row. */
function figureSql(figure: Figure, over = ''): string {
  switch (figure.kind) {
    case 'count':
      return `COUNT(*)${filter(figure.where)}${over}`;
    case 'ratio':
      return `(${figureSql(figure.left, over)}) / NULLIF(${figureSql(figure.right, over)}, 0)`;
    case 'difference':
      return `(${figureSql(figure.left, over)}) - (${figureSql(figure.right, over)})`;
    case 'percentile':
      return `QUANTILE_CONT(${expressionSql(figure.of)}, ${figure.percent / 100})${filter(figure.where)}${over}`;
    case 'aggregate': {
      const x = expressionSql(figure.of);
      const end = `${filter(figure.where)}${over}`;
      if (figure.aggregate === 'sum')
        return figure.where === null ? `SUM(${x})${end}` : `COALESCE(SUM(${x})${end}, 0)`;
      const isTrue = figure.aggregate === 'mean' ? `AVG(CAST(${x} AS DOUBLE))` : undefined;
      const [first = '', second] = (isTrue ?? AGGREGATES[figure.aggregate] ?? '')
        .replaceAll('(x', `(${x}`)
        .replace(' x)', ` ${x})`)
        .split(/F? - /);
      return second === undefined ? `${first}${end}` : `${first}${end} - ${second}${end}`;
    }
  }
}

function filter(where: Condition | null): string {
  return where === null ? '' : ` FILTER (${conditionSql(where)})`;
}

/** The figure of those of its rows that satisfy the condition. */
function restrict(figure: Figure, where: Condition): Figure {
  if (figure.kind === 'ratio' || figure.kind === 'difference') {
    return { ...figure, left: restrict(figure.left, where), right: restrict(figure.right, where) };
  }
  return {
    ...figure,
    where: figure.where === null ? where : { kind: 'and', conditions: [figure.where, where] },
  };
}

function isMode(figure: Figure): figure is Extract<Figure, { kind: 'aggregate' }> {
  return figure.kind === 'aggregate' && figure.aggregate === 'mode';
}

/** All values that tie for the most frequent. */
function modes({ of, where }: Extract<Figure, { kind: 'aggregate' }>, from: string): string {
  const counts = `SELECT ${expressionSql(of)} AS v, COUNT(*) AS n FROM ${from} WHERE ${where === null ? 'TRUE' : conditionSql(where)} GROUP BY v`;
  return `SELECT v FROM (${counts}) WHERE v IS NOT NULL QUALIFY RANK() OVER (ORDER BY n DESC) = 1`;
}

function expressionSql(expression: Expression): string {
  switch (expression.kind) {
    case 'column':
      return name(expression.name);
    case 'number':
      return String(expression.value);
    case 'text':
      return text(expression.value);
    case 'boolean':
      return expression.value ? 'TRUE' : 'FALSE';
    case 'date':
      return `TIMESTAMP ${text(bounds(expression.iso)[0])}`;
    case 'binary': {
      const right = expressionSql(expression.right);
      return `(${expressionSql(expression.left)} ${expression.operator} ${expression.operator === '/' ? `NULLIF(${right}, 0)` : right})`;
    }
    case 'duration':
      return `(EPOCH(${expressionSql(expression.to)} - ${expressionSql(expression.from)}) / ${SECONDS[expression.unit]})`;
    case 'part':
      return `${PARTS[expression.part]}(${expressionSql(expression.of)})`;
    case 'period':
      return `DATE_TRUNC('${expression.period}', ${expressionSql(expression.of)})::TIMESTAMP`;
    case 'absolute':
      return `ABS(${expressionSql(expression.of)})`;
    case 'text-length':
      return `LENGTH(${expressionSql(expression.of)})`;
    case 'figure': {
      const split = expression.within.map(expressionSql).join(', ');
      const code = figureSql(expression.figure, ` OVER (${split === '' ? '' : `PARTITION BY ${split}`})`);
      return `(${inGroup(expression.within, code)})`;
    }
  }
}

/** True or false, never unknown: a missing value satisfies nothing. */
function conditionSql(condition: Condition): string {
  switch (condition.kind) {
    case 'compare':
      return compareSql(condition);
    case 'in': {
      const { left } = condition;
      return `(${condition.values.map((right) => compareSql({ kind: 'compare', left, operator: '==', right })).join(' OR ')})`;
    }
    case 'between': {
      const { left, low, high } = condition;
      const ends = [
        compareSql({ kind: 'compare', left, operator: '>=', right: low }),
        compareSql({ kind: 'compare', left, operator: '<=', right: high }),
      ];
      return `(${ends.join(' AND ')})`;
    }
    case 'text': {
      const word = { contains: 'CONTAINS', starts: 'STARTS_WITH', ends: 'ENDS_WITH' }[condition.match];
      return sure(
        `${word}(LOWER(${expressionSql(condition.left)}::VARCHAR), ${text(condition.value.toLowerCase())})`,
      );
    }
    case 'empty':
      return `(${expressionSql(condition.of)} IS NULL)`;
    case 'and':
    case 'or':
      return `(${condition.conditions.map(conditionSql).join(` ${condition.kind.toUpperCase()} `)})`;
    case 'not':
      return `(NOT ${conditionSql(condition.condition)})`;
  }
}

function compareSql({ left, operator, right }: Extract<Condition, { kind: 'compare' }>): string {
  if (operator === '!=') return `(NOT ${compareSql({ kind: 'compare', left, operator: '==', right })})`;
  const l = expressionSql(left);
  if (right.kind === 'date') {
    const [start, end] = bounds(right.iso).map((iso) => `TIMESTAMP ${text(iso)}`);
    const tests = {
      '==': `${l} >= ${start} AND ${l} < ${end}`,
      '<': `${l} < ${start}`,
      '<=': `${l} < ${end}`,
      '>': `${l} >= ${end}`,
      '>=': `${l} >= ${start}`,
    };
    return sure(tests[operator]);
  }
  if (left.kind === 'part' && left.part === 'weekday') {
    const day = right.kind === 'number' ? String(right.value) : weekdayNumber(expressionSql(right));
    return sure(`${weekdayNumber(l)} ${operator === '==' ? '=' : operator} ${day}`);
  }
  return sure(`${l} ${operator === '==' ? '=' : operator} ${expressionSql(right)}`);
}

function sure(test: string): string {
  return `COALESCE(${test}, FALSE)`;
}

/** The first moment of a date, and the first after it. */
function bounds(iso: string): [string, string] {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = iso.split(/[-T:]/).map(Number);
  const given = iso.split(/[-T:]/).length;
  const at = (step: number) =>
    new Date(
      Date.UTC(
        year + (given === 1 ? step : 0),
        month - 1 + (given === 2 ? step : 0),
        day + (given === 3 ? step : 0),
        hour,
        minute + (given > 3 ? step : 0),
      ),
    )
      .toISOString()
      .slice(0, 19);
  return [at(0), at(1)];
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

function name(column: string): string {
  return `"${column.replaceAll('"', '""')}"`;
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
