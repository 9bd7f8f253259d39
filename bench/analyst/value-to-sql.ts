/** DuckDB SQL of expressions, conditions and figures. */
import type {
  Condition,
  DatePart,
  DurationUnit,
  Expression,
  Figure,
  Key,
} from '../../lib/analyst/query/query.ts';

export const SECONDS: Readonly<Record<DurationUnit, number>> = {
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
  range: 'MAX(x)|MIN(x)',
  std: 'STDDEV_SAMP(x)',
  variance: 'VAR_SAMP(x)',
  iqr: 'QUANTILE_CONT(x, 0.75)|QUANTILE_CONT(x, 0.25)',
  mode: 'MODE(x)',
  skewness: 'SKEWNESS(x)',
  kurtosis: 'KURTOSIS(x)',
  distinct: 'COUNT(DISTINCT x)',
  filled: 'COUNT(x)',
  missing: 'COUNT(*)|COUNT(x)',
};

export function keySql({ of, bins }: Key): string {
  const value = expressionSql(of);
  if (bins === null) return value;
  const cases = bins.slice(0, -1).map((low, at) => {
    const high = bins[at + 1] ?? 0;
    const ends = [low, high].map((edge) => (Number.isFinite(edge) ? String(edge) : `'${edge}'::DOUBLE`));
    return `WHEN ${value} >= ${ends[0]} AND ${value} < ${ends[1]} THEN '[${low}, ${high === Number.POSITIVE_INFINITY ? 'inf' : high})'`;
  });
  return `CASE ${cases.join(' ')} END`;
}

export function weekdayNumber(text: string): string {
  return `LIST_POSITION(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'], ${text})`;
}

/** A row without a key belongs to no group. */
export function inGroup(within: readonly Expression[], code: string): string {
  if (within.length === 0) return code;
  return `CASE WHEN ${within.map((key) => `${expressionSql(key)} IS NOT NULL`).join(' AND ')} THEN ${code} END`;
}

/** `over`: as a window function, next to each row. */
export function figureSql(figure: Figure, over = ''): string {
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
      const value = figure.aggregate === 'mean' ? `CAST(${x} AS DOUBLE)` : x;
      const calls = (AGGREGATES[figure.aggregate] ?? '').split('|');
      return calls.map((call) => `${call.replace(/\bx\b/, () => value)}${end}`).join(' - ');
    }
  }
}

function filter(where: Condition | null): string {
  return where === null ? '' : ` FILTER (${conditionSql(where)})`;
}

/** The figure of those of its rows that satisfy the condition. */
export function restrict(figure: Figure, where: Condition): Figure {
  if (figure.kind === 'ratio' || figure.kind === 'difference') {
    return { ...figure, left: restrict(figure.left, where), right: restrict(figure.right, where) };
  }
  return {
    ...figure,
    where: figure.where === null ? where : { kind: 'and', conditions: [figure.where, where] },
  };
}

export function expressionSql(expression: Expression): string {
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
export function conditionSql(condition: Condition): string {
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
  const [written = '', quarter] = iso.split('-Q');
  const text = quarter ? `${written}-${Number(quarter) * 3 - 2}` : iso;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = text.split(/[-T:]/).map(Number);
  const given = text.split(/[-T:]/).length;
  const months = quarter ? 3 : 1;
  const at = (step: number) =>
    new Date(
      Date.UTC(
        year + (given === 1 ? step : 0),
        month - 1 + (given === 2 ? step * months : 0),
        day + (given === 3 ? step : 0),
        hour,
        minute + (given > 3 ? step : 0),
      ),
    )
      .toISOString()
      .slice(0, 19);
  return [at(0), at(1)];
}

export function name(column: string): string {
  return `"${column.replaceAll('"', '""')}"`;
}

export function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
