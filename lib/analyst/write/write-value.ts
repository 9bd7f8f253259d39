/**
 * Expressions, conditions and figures as pandas. They are made of each other: a condition compares with a figure, a figure
 * counts what satisfies a condition. A missing value satisfies no comparison, and so it satisfies its contrary.
 */
import type {
  Condition,
  DatePart,
  DurationUnit,
  Expression,
  Figure,
  Literal,
  Period,
} from '../query/query.ts';
import { kindOf, kindOfFigure, PERIOD_CODES } from './column-kind.ts';
import type { Source } from './draft.ts';
import { describeMethod, isCounted, rateOf, writeMethod } from './figure-method.ts';
import { writeFloat, writeList, writeText } from './python-code.ts';
import { toDates, writeDateBetween, writeDateCompare } from './write-date.ts';

/** A month and a year are their average length. */
export const DURATIONS: Readonly<Record<DurationUnit, string>> = {
  seconds: 'pd.Timedelta(seconds=1)',
  minutes: 'pd.Timedelta(minutes=1)',
  hours: 'pd.Timedelta(hours=1)',
  days: 'pd.Timedelta(days=1)',
  weeks: 'pd.Timedelta(weeks=1)',
  months: 'pd.Timedelta(days=30.4375)',
  years: 'pd.Timedelta(days=365.25)',
};
const PARTS: Readonly<Record<DatePart, string>> = {
  year: '.dt.year',
  'quarter-of-year': '.dt.quarter',
  'month-of-year': '.dt.month',
  'week-of-year': '.dt.isocalendar().week',
  'day-of-month': '.dt.day',
  weekday: '.dt.day_name().astype(pd.CategoricalDtype(list(calendar.day_name), ordered=True))',
  'hour-of-day': '.dt.hour',
};
const FLOORS = { day: '.dt.normalize()', hour: '.dt.floor("h")', minute: '.dt.floor("min")' } as const;

export function writeExpression(expression: Expression, source: Source): string {
  switch (expression.kind) {
    case 'column':
      return `${source.name}[${writeText(expression.name)}]`;
    case 'number':
    case 'text':
    case 'boolean':
    case 'date':
      return literalCode(expression);
    case 'binary': {
      const { left, operator, right } = expression;
      const isGuarded = operator === '/' && right.kind !== 'number' && kindOf(right, source.kinds).mayBeZero;
      const isFigure = right.kind === 'figure' && right.within.length === 0;
      const guard = isGuarded && !isFigure ? '.replace(0, float("nan"))' : '';
      return `${operand(left, source)} ${operator} ${operand(right, source)}${guard}`;
    }
    case 'duration': {
      const between = `${dateCode(expression.to, source)} - ${dateCode(expression.from, source)}`;
      return `(${between}) / ${DURATIONS[expression.unit]}`;
    }
    case 'part':
      return `${dateCode(expression.of, source)}${PARTS[expression.part]}`;
    case 'period': {
      const code = PERIOD_CODES[expression.period];
      const { period } = expression;
      const floor = period === 'day' || period === 'hour' || period === 'minute' ? FLOORS[period] : '';
      return `${dateCode(expression.of, source)}${code === undefined ? floor : `.dt.to_period("${code}")`}`;
    }
    case 'absolute':
      return `${operand(expression.of, source)}.abs()`;
    case 'figure':
      return expression.within.length === 0
        ? writeFigure(expression.figure, source)
        : writeFigureWithin(expression.figure, expression.within, source);
  }
}

/** With parentheses where something follows that binds more tightly. */
export function operand(expression: Expression, source: Source): string {
  const code = writeExpression(expression, source);
  return expression.kind !== 'text' && hasOperator(code) ? `(${code})` : code;
}

/** Dates, also where the column has periods. */
export function dateCode(expression: Expression, source: Source): string {
  return toDates(operand(expression, source), kindOf(expression, source.kinds));
}

export function literalCode(literal: Literal): string {
  switch (literal.kind) {
    case 'number':
      return writeFloat(literal.value);
    case 'text':
      return writeText(literal.value);
    case 'boolean':
      return literal.value ? 'True' : 'False';
    case 'date':
      return `pd.Timestamp(${writeText(literal.iso)})`;
  }
}

/** A boolean Series. */
export function writeCondition(condition: Condition, source: Source): string {
  switch (condition.kind) {
    case 'compare':
      return writeCompare(condition, source);
    case 'in':
      return writeIn(condition.left, condition.values, source);
    case 'between': {
      const { left, low, high } = condition;
      const kind = kindOf(left, source.kinds);
      if (low.kind === 'date' && high.kind === 'date') {
        return writeDateBetween(operand(left, source), kind, low.iso, high.iso);
      }
      const code = `${operand(left, source)}.between(${writeExpression(low, source)}, ${writeExpression(high, source)})`;
      return isNullable(left, source) ? `${code}.fillna(False)` : code;
    }
    case 'empty':
      return `${operand(condition.of, source)}.isna()`;
    case 'and':
    case 'or': {
      const parts = condition.conditions.map((each) => writeWrapped(each, source));
      return parts.join(condition.kind === 'and' ? ' & ' : ' | ');
    }
    case 'not':
      return writeNot(condition.condition, source);
  }
}

/** With parentheses where an operator or a method follows. */
export function writeWrapped(condition: Condition, source: Source): string {
  const code = writeCondition(condition, source);
  return hasOperator(code) ? `(${code})` : code;
}

/** Whether there is an operator outside of brackets and texts. */
export function hasOperator(code: string): boolean {
  let bare = code.replaceAll(/"(?:[^"\\]|\\.)*"/g, '');
  for (let before = ''; before !== bare; ) {
    before = bare;
    bare = bare.replaceAll(/\([^()[\]{}]*\)|\[[^()[\]{}]*\]|\{[^()[\]{}]*\}/g, '');
  }
  return /[ ~]/.test(bare);
}

function writeNot(condition: Condition, source: Source): string {
  if (condition.kind === 'empty') return `${operand(condition.of, source)}.notna()`;
  if (condition.kind === 'not') return writeCondition(condition.condition, source);
  if (condition.kind === 'compare' && (condition.operator === '==' || condition.operator === '!=')) {
    return writeCompare({ ...condition, operator: condition.operator === '==' ? '!=' : '==' }, source);
  }
  return `~${writeWrapped(condition, source)}`;
}

function writeCompare(condition: Extract<Condition, { kind: 'compare' }>, source: Source): string {
  const { left, operator, right } = condition;
  const kind = kindOf(left, source.kinds);
  if (right.kind === 'date') return writeDateCompare(operand(left, source), kind, operator, right.iso);
  if (right.kind === 'boolean' && kind.type === 'boolean') {
    const isTrue = (operator === '==') === right.value;
    const code = operand(left, source);
    if (kind.isZeroOne) return `${code} ${operator} ${right.value ? 1 : 0}`;
    if (!kind.hasGaps) return isTrue ? code : `~${code}`;
    return settle(`${code}.${operator === '==' ? 'eq' : 'ne'}(${literalCode(right)})`, condition, source);
  }
  if (left.kind === 'part' && left.part === 'weekday' && isLiteral(right))
    return `${dateCode(left.of, source)}.dt.day_name() ${operator} ${literalCode(right)}`;
  return settle(`${operand(left, source)} ${operator} ${operand(right, source)}`, condition, source);
}

/** A gap satisfies no comparison, and so its contrary, whatever the type of its column makes of it. */
function settle(
  code: string,
  { left, operator, right }: Extract<Condition, { kind: 'compare' }>,
  source: Source,
): string {
  if (!isNullable(left, source) && !isNullable(right, source)) return code;
  return `${hasOperator(code) ? `(${code})` : code}.fillna(${operator === '!=' ? 'True' : 'False'})`;
}

function isNullable(expression: Expression, { kinds }: Source): boolean {
  if (expression.kind !== 'column') return false;
  const kind = kindOf(expression, kinds);
  return kind.isNullable && kind.hasGaps;
}

function writeIn(left: Expression, values: readonly Literal[], source: Source): string {
  const isWeekday = left.kind === 'part' && left.part === 'weekday';
  const code = isWeekday ? `${dateCode(left.of, source)}.dt.day_name()` : operand(left, source);
  return `${code}.isin(${writeList(values.map(literalCode))})`;
}

function isLiteral(expression: Expression): expression is Literal {
  return ['number', 'text', 'boolean', 'date'].includes(expression.kind);
}

/** Over all rows, as one value. */
export function writeFigure(figure: Figure, source: Source): string {
  switch (figure.kind) {
    case 'count':
      return figure.where === null ? `len(${source.name})` : `${writeWrapped(figure.where, source)}.sum()`;
    case 'ratio': {
      const rate = rateOf(figure);
      if (rate) return `${writeWrapped(rate, source)}.mean()`;
      return `${writePart(figure.left, source)} / ${writeDivisor(figure.right, source)}`;
    }
    case 'difference':
      return `${writePart(figure.left, source)} - ${writePart(figure.right, source)}`;
    default: {
      const kind = kindOf(figure.of, source.kinds);
      const values = writeValues(figure.of, figure.where, source);
      if (
        figure.kind === 'aggregate' &&
        figure.aggregate === 'sum' &&
        kind.hasGaps &&
        figure.where === null
      ) {
        return `${values}.sum(min_count=1)`;
      }
      const isTextEnd = kind.type === 'text' && kind.hasGaps && !isCounted(figure);
      return describeMethod(figure).formula.replaceAll('{}', () =>
        isTextEnd ? `${values}.dropna()` : values,
      );
    }
  }
}

/** Nothing can be divided by zero: what would be is missing instead. */
function writeDivisor(figure: Figure, source: Source): string {
  const code = writePart(figure, source);
  const mayBeZero = figure.kind === 'count' || kindOfFigure(figure, source.kinds).mayBeZero;
  return mayBeZero ? `(${code} or float("nan"))` : code;
}

function writePart(figure: Figure, source: Source): string {
  const code = writeFigure(figure, source);
  const isSimple =
    figure.kind === 'count' || (figure.kind === 'aggregate' && !/^(range|iqr)$/.test(figure.aggregate));
  return isSimple || figure.kind === 'percentile' ? code : `(${code})`;
}

/** The values that a figure is made of. */
export function writeValues(of: Expression, where: Condition | null, source: Source): string {
  const kind = kindOf(of, source.kinds);
  const typed = kind.type === 'boolean' && kind.hasGaps ? '.astype("boolean")' : '';
  if (where === null) return `${operand(of, source)}${typed}`;
  if (of.kind === 'column') {
    return `${source.name}.loc[${writeCondition(where, source)}, ${writeText(of.name)}]${typed}`;
  }
  return `${operand(of, source)}[${writeCondition(where, source)}]${typed}`;
}

/** For each row, the figure of the rows that share these values with it. */
export function writeFigureWithin(figure: Figure, within: readonly Expression[], source: Source): string {
  switch (figure.kind) {
    case 'count': {
      if (figure.where !== null) {
        return `${writeWrapped(figure.where, source)}.groupby(${writeKeys(within, source)}).transform("sum")`;
      }
      const first = [...source.kinds.keys()].find(
        (name) => !within.some((key) => key.kind === 'column' && key.name === name),
      );
      return `${writeGroups(within, source)}[${writeText(first ?? '')}].transform("size")`;
    }
    case 'ratio':
    case 'difference': {
      const rate = rateOf(figure);
      if (rate)
        return `${writeWrapped(rate, source)}.groupby(${writeKeys(within, source)}).transform("mean")`;
      const [left, right] = [figure.left, figure.right].map((each) =>
        writeFigureWithin(each, within, source),
      );
      return `${left} ${figure.kind === 'ratio' ? '/' : '-'} ${right}`;
    }
    default: {
      const how = writeMethod(figure, kindOf(figure.of, source.kinds));
      if (figure.where === null && figure.of.kind === 'column') {
        return `${writeGroups(within, source)}[${writeText(figure.of.name)}].transform(${how})`;
      }
      const kept = figure.where === null ? '' : `.where(${writeCondition(figure.where, source)})`;
      return `${operand(figure.of, source)}${kept}.groupby(${writeKeys(within, source)}).transform(${how})`;
    }
  }
}

/** `orders.groupby("region")`: by columns, or by what is made of them. */
export function writeGroups(within: readonly Expression[], source: Source): string {
  const codes = within.map((key) =>
    key.kind === 'column' ? writeText(key.name) : writeExpression(key, source),
  );
  const isOrdered = within.some((key) => ['weekday', 'range'].includes(kindOf(key, source.kinds).type));
  return `${source.name}.groupby(${codes.length === 1 ? codes[0] : writeList(codes)}${isOrdered ? ', observed=True' : ''})`;
}

function writeKeys(within: readonly Expression[], source: Source): string {
  const codes = within.map((key) => writeExpression(key, source));
  return codes.length === 1 && codes[0] !== undefined ? codes[0] : writeList(codes);
}

/** All periods between two ends, as `writeExpression` makes them of dates. */
export function writePeriodRange(period: Period, ends: string): string {
  const code = PERIOD_CODES[period];
  const steps: Readonly<Record<string, string>> = { hour: 'h', minute: 'min' };
  return code === undefined
    ? `pd.date_range(${ends}, freq="${steps[period] ?? 'D'}")`
    : `pd.period_range(${ends}, freq="${code}")`;
}
