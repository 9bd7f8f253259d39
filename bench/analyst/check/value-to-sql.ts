/** SQLite's SQL of expressions, conditions and figures. Dates are texts, `2024-01-31 00:00:00`. */
import type {
  Aggregate,
  Condition,
  DatePart,
  DurationUnit,
  Expression,
  Figure,
  Period,
} from '../../../lib/analyst/query/query.ts';
import { type ColumnKinds, kindOf } from '../../../lib/analyst/write/column-kind.ts';
import { NoSql } from './no-sql.ts';

export const SECONDS: Readonly<Record<DurationUnit, number>> = {
  seconds: 1,
  minutes: 60,
  hours: 3_600,
  days: 86_400,
  weeks: 604_800,
  months: 30.4375 * 86_400,
  years: 365.25 * 86_400,
};

/** `x` is the date. Text is cut, since SQLite's own functions round seconds. */
const PARTS: Readonly<Record<DatePart, string>> = {
  'quarter-of-year': '(SUBSTR(x, 6, 2) + 2) / 3',
  'month-of-year': 'CAST(SUBSTR(x, 6, 2) AS INTEGER)',
  weekday:
    "RTRIM(SUBSTR('Sunday   Monday   Tuesday  WednesdayThursday Friday   Saturday ', 1 + 9 * STRFTIME('%w', SUBSTR(x, 1, 10)), 9))",
  'hour-of-day': 'CAST(SUBSTR(x, 12, 2) AS INTEGER)',
};
const PERIODS: Readonly<Record<Period, string>> = {
  year: "SUBSTR(x, 1, 4) || '-01-01 00:00:00'",
  quarter: "SUBSTR(x, 1, 5) || PRINTF('%02d', (SUBSTR(x, 6, 2) + 2) / 3 * 3 - 2) || '-01 00:00:00'",
  month: "SUBSTR(x, 1, 7) || '-01 00:00:00'",
  week: "DATETIME(SUBSTR(x, 1, 10), 'weekday 0', '-6 days')",
  day: "SUBSTR(x, 1, 10) || ' 00:00:00'",
  hour: "SUBSTR(x, 1, 13) || ':00:00'",
};
/** `|` is a difference. Words that SQLite lacks are in `sql-functions.ts`. */
const AGGREGATES: Readonly<Record<Aggregate, string>> = {
  sum: 'TOTAL_OF(x)',
  mean: 'MEAN_OF(x)',
  median: 'QUANTILE(x, 0.5)',
  min: 'MIN(x)',
  max: 'MAX(x)',
  std: 'STDDEV(x)',
  iqr: 'QUANTILE(x, 0.75)|QUANTILE(x, 0.25)',
  distinct: 'COUNT(DISTINCT x)',
};
/** What has a meaning for texts and dates too. */
const OF_ANYTHING: readonly Aggregate[] = ['min', 'max', 'distinct'];

function numberSql(value: number): string {
  return Number.isFinite(value) ? String(value) : value < 0 ? '-9e999' : '9e999';
}

export function weekdayNumber(day: string): string {
  return `(INSTR('MonTueWedThuFriSatSun', SUBSTR(${day}, 1, 3)) + 2) / 3`;
}

/** A row without a key belongs to no group. */
export function inGroup(within: readonly Expression[], code: string, kinds: ColumnKinds): string {
  if (within.length === 0) return code;
  const known = within.map((key) => `${expressionSql(key, kinds)} IS NOT NULL`).join(' AND ');
  return `CASE WHEN ${known} THEN ${code} END`;
}

/** `over`: as a window function, next to each row. */
export function figureSql(figure: Figure, kinds: ColumnKinds, over = ''): string {
  switch (figure.kind) {
    case 'count':
      return `COUNT(*)${filter(figure.where, kinds)}${over}`;
    case 'rate':
      return `CAST(COUNT(*)${filter(figure.where, kinds)}${over} AS REAL) / NULLIF(COUNT(*)${over}, 0)`;
    case 'percentile': {
      const x = numericSql(figure.of, kinds);
      return `QUANTILE(${x}, ${figure.percent / 100})${filter(figure.where, kinds)}${over}`;
    }
    case 'aggregate': {
      const { aggregate } = figure;
      const x = OF_ANYTHING.includes(aggregate)
        ? expressionSql(figure.of, kinds)
        : numericSql(figure.of, kinds);
      const end = `${filter(figure.where, kinds)}${over}`;
      // As in pandas, where a total of nothing is zero unless values can be missing.
      const isZero = figure.where !== null || !kindOf(figure.of, kinds).hasGaps;
      if (aggregate === 'sum' && isZero) return `COALESCE(TOTAL_OF(${x})${end}, 0)`;
      if (aggregate === 'distinct' && over !== '') return `DIFFERENT(${x})${end}`;
      const calls = AGGREGATES[aggregate].split('|');
      return calls.map((call) => `${call.replace(/\bx\b/, () => x)}${end}`).join(' - ');
    }
  }
}

/** Of texts and dates SQLite makes numbers by itself, which pandas does not. */
export function numericSql(expression: Expression, kinds: ColumnKinds): string {
  const { type } = kindOf(expression, kinds);
  if (type !== 'number' && type !== 'boolean') throw new NoSql();
  return expressionSql(expression, kinds);
}

function filter(where: Condition | null, kinds: ColumnKinds): string {
  return where === null ? '' : ` FILTER (WHERE ${conditionSql(where, kinds)})`;
}

/** The figure of those of its rows that satisfy the condition. */
export function restrict(figure: Figure, where: Condition): Figure {
  const both: Condition = figure.where === null ? where : { kind: 'and', conditions: [figure.where, where] };
  return { ...figure, where: both };
}

export function expressionSql(expression: Expression, kinds: ColumnKinds): string {
  switch (expression.kind) {
    case 'column':
      return name(expression.name);
    case 'number':
      return numberSql(expression.value);
    case 'text':
      return text(expression.value);
    case 'boolean':
      return expression.value ? 'TRUE' : 'FALSE';
    case 'date':
      return text(bounds(expression.iso)[0]);
    case 'duration':
      return `(ELAPSED(${expressionSql(expression.from, kinds)}, ${expressionSql(expression.to, kinds)}) / ${SECONDS[expression.unit]})`;
    case 'part':
      return fill(PARTS[expression.part], expressionSql(expression.of, kinds));
    case 'period':
      return fill(PERIODS[expression.period], expressionSql(expression.of, kinds));
    case 'figure': {
      const split = expression.within.map((key) => expressionSql(key, kinds)).join(', ');
      const over = ` OVER (${split === '' ? '' : `PARTITION BY ${split}`})`;
      return `(${inGroup(expression.within, figureSql(expression.figure, kinds, over), kinds)})`;
    }
  }
}

function fill(code: string, value: string): string {
  return `(${code.replaceAll(/\bx\b/g, () => value)})`;
}

/** True or false, never unknown: a missing value satisfies nothing. */
export function conditionSql(condition: Condition, kinds: ColumnKinds): string {
  switch (condition.kind) {
    case 'compare':
      return compareSql(condition, kinds);
    case 'in': {
      const { left } = condition;
      const each = condition.values.map((right) =>
        compareSql({ kind: 'compare', left, operator: '==', right }, kinds),
      );
      return `(${each.join(' OR ')})`;
    }
    case 'between': {
      const { left, low, high } = condition;
      const ends = [
        compareSql({ kind: 'compare', left, operator: '>=', right: low }, kinds),
        compareSql({ kind: 'compare', left, operator: '<=', right: high }, kinds),
      ];
      return `(${ends.join(' AND ')})`;
    }
    case 'empty':
      return `(${expressionSql(condition.of, kinds)} IS NULL)`;
    case 'and':
    case 'or':
      return `(${condition.conditions.map((each) => conditionSql(each, kinds)).join(` ${condition.kind.toUpperCase()} `)})`;
    case 'not':
      return `(NOT ${conditionSql(condition.condition, kinds)})`;
  }
}

function compareSql(
  { left, operator, right }: Extract<Condition, { kind: 'compare' }>,
  kinds: ColumnKinds,
): string {
  if (operator === '!=')
    return `(NOT ${compareSql({ kind: 'compare', left, operator: '==', right }, kinds)})`;
  const l = expressionSql(left, kinds);
  if (right.kind === 'date') {
    const [start, end] = bounds(right.iso).map(text);
    const tests = {
      '==': `${l} >= ${start} AND ${l} < ${end}`,
      '<': `${l} < ${start}`,
      '<=': `${l} < ${end}`,
      '>': `${l} >= ${end}`,
      '>=': `${l} >= ${start}`,
    };
    return sure(tests[operator]);
  }
  if (kindOf(left, kinds).type === 'weekday') {
    const day = right.kind === 'number' ? String(right.value) : weekdayNumber(expressionSql(right, kinds));
    return sure(`${weekdayNumber(l)} ${operator === '==' ? '=' : operator} ${day}`);
  }
  return sure(`${l} ${operator === '==' ? '=' : operator} ${expressionSql(right, kinds)}`);
}

function sure(test: string): string {
  return `COALESCE(${test}, FALSE)`;
}

/** The first moment of a date, and the first after it. */
function bounds(iso: string): [string, string] {
  const [written = '', quarter] = iso.split('-Q');
  const whole = quarter ? `${written}-${Number(quarter) * 3 - 2}` : iso;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = whole.split(/[-T:]/).map(Number);
  const given = whole.split(/[-T:]/).length;
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
      .slice(0, 19)
      .replace('T', ' ');
  return [at(0), at(1)];
}

export function name(column: string): string {
  return `"${column.replaceAll('"', '""')}"`;
}

export function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
