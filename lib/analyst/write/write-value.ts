/**
 * Expressions, conditions and figures as pandas. They are made of each other: a condition compares with a figure, a figure
 * counts what satisfies a condition. A missing value satisfies no comparison, and so it satisfies its contrary.
 */
import type {
  Average,
  Condition,
  DatePart,
  DurationUnit,
  Expression,
  Figure,
  Literal,
  Period,
} from '../query/query.ts';
import { kindOf, PERIOD_CODES } from './column-kind.ts';
import type { Source } from './draft.ts';
import { writeFormula, writeMethod } from './figure-method.ts';
import { writeFloat, writeList, writeText } from './python-code.ts';
import { toDates, writeDateBetween, writeDateCompare } from './write-date.ts';

/** A month and a year are their average length. */
const DURATIONS: Readonly<Record<DurationUnit, string>> = {
  seconds: 'pd.Timedelta(seconds=1)',
  minutes: 'pd.Timedelta(minutes=1)',
  hours: 'pd.Timedelta(hours=1)',
  days: 'pd.Timedelta(days=1)',
  weeks: 'pd.Timedelta(weeks=1)',
  months: 'pd.Timedelta(days=30.4375)',
  years: 'pd.Timedelta(days=365.25)',
};
const PARTS: Readonly<Record<DatePart, string>> = {
  'quarter-of-year': '.dt.quarter',
  'month-of-year': '.dt.month',
  weekday: '.dt.day_name().astype(pd.CategoricalDtype(list(calendar.day_name), ordered=True))',
  'hour-of-day': '.dt.hour',
};
const FLOORS: Readonly<Partial<Record<Period, string>>> = { day: '.dt.normalize()', hour: '.dt.floor("h")' };

export function writeExpression(expression: Expression, source: Source): string {
  switch (expression.kind) {
    case 'column':
      return `${source.name}[${writeText(expression.name)}]`;
    case 'number':
    case 'text':
    case 'boolean':
    case 'date':
      return literalCode(expression);
    case 'duration': {
      const between = `${dateCode(expression.to, source)} - ${dateCode(expression.from, source)}`;
      return `(${between}) / ${DURATIONS[expression.unit]}`;
    }
    case 'part':
      return `${dateCode(expression.of, source)}${PARTS[expression.part]}`;
    case 'period': {
      const { of, period } = expression;
      const floor = FLOORS[period] ?? `.dt.to_period("${PERIOD_CODES[period]}")`;
      return `${dateCode(of, source)}${floor}`;
    }
    case 'figure':
      return writeFigureWithin(expression.figure, expression.within, source);
  }
}

/** With parentheses where something follows that binds more tightly. */
export function operand(expression: Expression, source: Source): string {
  const code = writeExpression(expression, source);
  return expression.kind !== 'text' && hasOperator(code) ? `(${code})` : code;
}

/** Dates, also where the column has periods. */
function dateCode(expression: Expression, source: Source): string {
  return toDates(operand(expression, source), kindOf(expression, source.kinds));
}

function literalCode(literal: Literal): string {
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
    case 'rate':
      return `${writeWrapped(figure.where, source)}.mean()`;
    default: {
      const kind = kindOf(figure.of, source.kinds);
      const values = writeValues(figure.of, figure.where, source);
      const isCounted = figure.kind === 'aggregate' && figure.aggregate === 'distinct';
      // Texts are compared with each other, which a gap among them does not allow.
      const known = kind.type === 'text' && kind.hasGaps && !isCounted ? `${values}.dropna()` : values;
      return writeFormula(figure, kind).replaceAll('{}', () => known);
    }
  }
}

/** The values that a figure is made of. */
function writeValues(of: Expression, where: Condition | null, source: Source): string {
  const kind = kindOf(of, source.kinds);
  const typed = kind.type === 'boolean' && kind.hasGaps ? '.astype("boolean")' : '';
  if (where === null) return `${operand(of, source)}${typed}`;
  if (of.kind === 'column') {
    return `${source.name}.loc[${writeCondition(where, source)}, ${writeText(of.name)}]${typed}`;
  }
  return `${operand(of, source)}[${writeCondition(where, source)}]${typed}`;
}

/** For each row, the figure of the rows that share these values with it. */
function writeFigureWithin(figure: Average, within: readonly Expression[], source: Source): string {
  if (within.length === 0) return writeFigure(figure, source);
  const how = writeMethod(figure, kindOf(figure.of, source.kinds));
  return `${writeGroups(within, source)}[${writeText(figure.of.name)}].transform(${how})`;
}

/** `orders.groupby("region")`: by columns, or by what is made of them. */
export function writeGroups(within: readonly Expression[], source: Source): string {
  const codes = within.map((key) =>
    key.kind === 'column' ? writeText(key.name) : writeExpression(key, source),
  );
  const isOrdered = within.some((key) => kindOf(key, source.kinds).type === 'weekday');
  return `${source.name}.groupby(${codes.length === 1 ? codes[0] : writeList(codes)}${isOrdered ? ', observed=True' : ''})`;
}
