/** Expressions, conditions and figures in words. They are made of each other, as in the algebra. */
import { formatDate, nameMonth } from '../query/format-date.ts';
import {
  AGGREGATE_NAMES,
  type Condition,
  type DatePart,
  type Expression,
  type Figure,
  type Literal,
} from '../query/query.ts';
import { type ColumnKinds, kindOf } from '../write/column-kind.ts';
import { formatNumber, listWords, PLAIN, toOrdinal } from './format-value.ts';

export const PARTS: Readonly<Record<DatePart, string>> = {
  'quarter-of-year': 'quarter of the year',
  'month-of-year': 'month of the year',
  weekday: 'weekday',
  'hour-of-day': 'hour of the day',
};
const COMPARISONS = {
  '==': 'is',
  '!=': 'is not',
  '<': 'is below',
  '<=': 'is at most',
  '>': 'is above',
  '>=': 'is at least',
} as const;
/** Of dates and weekdays; an end with a blank goes after the date. */
const DATE_COMPARISONS = {
  ...COMPARISONS,
  '<': 'is before',
  '<=': 'is up to',
  '>': 'is after',
  '>=': 'is from',
} as const;

/** "total revenue", "number of rows where returned is true". `kinds`: the columns, where they are known. */
export function describeFigure(figure: Figure, kinds: ColumnKinds = new Map()): string {
  switch (figure.kind) {
    case 'count':
      return `number of rows${whereWords(figure.where)}`;
    case 'rate':
      return `share of rows where ${describeCondition(figure.where)}`;
    case 'percentile':
      return `${toOrdinal(figure.percent)} percentile of ${describeExpression(figure.of)}${whereWords(figure.where)}`;
    case 'aggregate':
      if (figure.aggregate === 'mean' && kindOf(figure.of, kinds).type === 'boolean') {
        return `share of rows where ${describeExpression(figure.of)} is true${figure.where === null ? '' : `, of those where ${describeCondition(figure.where)}`}`;
      }
      return `${nameAggregate(figure, kinds)} ${describeExpression(figure.of)}${whereWords(figure.where)}`;
  }
}

/** Of dates, the lowest is the earliest. */
function nameAggregate(
  { aggregate, of }: Extract<Figure, { kind: 'aggregate' }>,
  kinds: ColumnKinds,
): string {
  const { type } = kindOf(of, kinds);
  if ((type === 'date' || type === 'period') && aggregate === 'min') return 'earliest';
  if ((type === 'date' || type === 'period') && aggregate === 'max') return 'latest';
  if (type === 'text' && aggregate === 'min') return 'alphabetically first';
  if (type === 'text' && aggregate === 'max') return 'alphabetically last';
  return aggregate === 'distinct' ? 'number of different values of' : AGGREGATE_NAMES[aggregate];
}

function whereWords(where: Condition | null): string {
  return where === null ? '' : ` where ${describeCondition(where)}`;
}

export function describeExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'column':
      return expression.name;
    case 'number':
    case 'text':
    case 'boolean':
    case 'date':
      return describeLiteral(expression);
    case 'duration':
      return `${expression.unit} from ${describeExpression(expression.from)} to ${describeExpression(expression.to)}`;
    case 'part':
      return `${PARTS[expression.part]} of ${describeExpression(expression.of)}`;
    case 'period':
      return `${expression.period} of ${describeExpression(expression.of)}`;
    case 'figure': {
      const keys = expression.within.map(describeExpression);
      return `the ${describeFigure(expression.figure)}${keys.length === 0 ? '' : ` of the same ${listWords(keys)}`}`;
    }
  }
}

function describeLiteral(literal: Literal): string {
  switch (literal.kind) {
    case 'number':
      // It may be a year, whose digits are not grouped.
      return Number.isInteger(literal.value) && Math.abs(literal.value) < 10_000
        ? String(literal.value)
        : formatNumber(literal.value, PLAIN);
    case 'text':
      return /^[\w.-]+( [\w.-]+)*$/.test(literal.value) ? literal.value : `“${literal.value}”`;
    case 'boolean':
      return literal.value ? 'true' : 'false';
    case 'date':
      return formatDate(literal.iso, null);
  }
}

export function describeCondition(condition: Condition, isNot = false): string {
  const is = isNot ? 'is not' : 'is';
  switch (condition.kind) {
    case 'compare':
      return describeComparison(condition, isNot);
    case 'in': {
      const { left, values } = condition;
      const [first] = values;
      const listed = values.map((value) => describeRight(left, value));
      return `${describeExpression(left)} ${is}${first ? placeWords(first) : ''} ${listWords(listed, 'or')}`;
    }
    case 'between': {
      const { left, low, high } = condition;
      return `${describeExpression(left)} ${is} between ${describeRight(left, low)} and ${describeRight(left, high)}`;
    }
    case 'empty':
      return `${describeExpression(condition.of)} ${is} missing`;
    case 'and':
    case 'or': {
      const words = condition.conditions.map((each) => {
        const part = describeCondition(each);
        return each.kind === 'and' || each.kind === 'or' ? `(${part})` : part;
      });
      const joined = words.join(condition.kind === 'and' ? ' and ' : ' or ');
      return isNot ? `not (${joined})` : joined;
    }
    case 'not':
      return describeCondition(condition.condition, !isNot);
  }
}

function describeComparison(condition: Extract<Condition, { kind: 'compare' }>, isNot: boolean): string {
  const { left, operator, right } = condition;
  const isTime = right.kind === 'date' || (left.kind === 'part' && left.part === 'weekday');
  const isTurned = isNot && (operator === '==' || operator === '!=');
  const used = isTurned ? (operator === '==' ? '!=' : '==') : operator;
  const words = `${(isTime ? DATE_COMPARISONS : COMPARISONS)[used]}${used === '==' || used === '!=' ? placeWords(right) : ''}`;
  const end = isTime && used === '>=' ? ' on' : '';
  const said = `${describeExpression(left)} ${words} ${describeRight(left, right)}${end}`;
  return isNot && !isTurned ? `not (${said})` : said;
}

/** In a month, on a day, at a time. */
function placeWords(right: Expression): string {
  if (right.kind !== 'date') return '';
  return right.iso.length > 10 ? ' at' : right.iso.length > 7 ? ' on' : ' in';
}

/** Months are known by name. */
function describeRight(left: Expression, right: Expression): string {
  const isMonth = left.kind === 'part' && left.part === 'month-of-year';
  return isMonth && right.kind === 'number' ? nameMonth(right.value) : describeExpression(right);
}
