/** Expressions, conditions and figures in words. They are made of each other, as in the algebra. */
import type { Aggregate, Condition, DatePart, Expression, Figure, Literal } from '../query.ts';
import { rateOf } from '../write/figure-method.ts';
import { formatDate, formatNumber, listWords, PLAIN, toOrdinal } from './format-value.ts';

const AGGREGATES: Readonly<Record<Aggregate, string>> = {
  sum: 'total',
  mean: 'average',
  median: 'median',
  min: 'lowest',
  max: 'highest',
  range: 'range of',
  std: 'standard deviation of',
  variance: 'variance of',
  iqr: 'interquartile range of',
  skewness: 'skewness of',
  kurtosis: 'kurtosis of',
  mode: 'most frequent',
  distinct: 'number of different values of',
  filled: 'number of values of',
  missing: 'number of missing values of',
};
const OPERATORS = { '+': 'plus', '-': 'minus', '*': 'times', '/': 'divided by' } as const;
const PARTS: Readonly<Record<DatePart, string>> = {
  year: 'year',
  'quarter-of-year': 'quarter of the year',
  'month-of-year': 'month of the year',
  'week-of-year': 'week of the year',
  'day-of-month': 'day of the month',
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
const DATE_COMPARISONS = {
  ...COMPARISONS,
  '<': 'is before',
  '<=': 'is until',
  '>': 'is after',
  '>=': 'is since',
} as const;
const MATCHES = { contains: 'contains', starts: 'starts with', ends: 'ends with' } as const;

/** "total revenue", "number of rows where returned is true". */
export function describeFigure(figure: Figure): string {
  const rate = rateOf(figure);
  if (rate) return `share of rows where ${describeCondition(rate)}`;
  switch (figure.kind) {
    case 'count':
      return `number of rows${whereWords(figure.where)}`;
    case 'ratio':
      return `${describeFigure(figure.left)} divided by ${describeFigure(figure.right)}`;
    case 'difference':
      return `${describeFigure(figure.left)} minus ${describeFigure(figure.right)}`;
    case 'percentile':
      return `${toOrdinal(figure.percent)} percentile of ${describeExpression(figure.of)}${whereWords(figure.where)}`;
    case 'aggregate':
      return `${AGGREGATES[figure.aggregate]} ${describeExpression(figure.of)}${whereWords(figure.where)}`;
  }
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
    case 'binary': {
      const { left, operator, right } = expression;
      return `${wrap(left)} ${OPERATORS[operator]} ${wrap(right)}`;
    }
    case 'duration':
      return `${expression.unit} from ${describeExpression(expression.from)} to ${describeExpression(expression.to)}`;
    case 'part':
      return `${PARTS[expression.part]} of ${describeExpression(expression.of)}`;
    case 'period':
      return `${expression.period} of ${describeExpression(expression.of)}`;
    case 'absolute':
      return `absolute value of ${wrap(expression.of)}`;
    case 'text-length':
      return `length of ${describeExpression(expression.of)}`;
    case 'figure': {
      const keys = expression.within.map(describeExpression);
      return `the ${describeFigure(expression.figure)}${keys.length === 0 ? '' : ` of the same ${listWords(keys)}`}`;
    }
  }
}

function wrap(expression: Expression): string {
  const words = describeExpression(expression);
  return expression.kind === 'binary' ? `(${words})` : words;
}

function describeLiteral(literal: Literal): string {
  switch (literal.kind) {
    case 'number':
      return formatNumber(literal.value, PLAIN);
    case 'text':
      return /^[\w.-]+( [\w.-]+)*$/.test(literal.value) ? literal.value : `“${literal.value}”`;
    case 'boolean':
      return literal.value ? 'true' : 'false';
    case 'date':
      return formatDate(literal.iso, null);
  }
}

export function describeCondition(condition: Condition, isNot = false): string {
  const not = isNot ? 'not ' : '';
  switch (condition.kind) {
    case 'compare':
      return describeComparison(condition, isNot);
    case 'in':
      return `${describeExpression(condition.left)} is ${not}${listWords(condition.values.map(describeLiteral), 'or')}`;
    case 'between':
      return `${describeExpression(condition.left)} is ${not}between ${describeExpression(condition.low)} and ${describeExpression(condition.high)}`;
    case 'text': {
      const match = isNot
        ? { contains: 'does not contain', starts: 'does not start with', ends: 'does not end with' }
        : MATCHES;
      return `${describeExpression(condition.left)} ${match[condition.match]} “${condition.value}”`;
    }
    case 'empty':
      return `${describeExpression(condition.of)} is ${not}missing`;
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
  const isDate = right.kind === 'date';
  const isTurned = isNot && (operator === '==' || operator === '!=');
  const turned = operator === '==' ? '!=' : '==';
  const words = (isDate ? DATE_COMPARISONS : COMPARISONS)[isTurned ? turned : operator];
  const place = isDate && /^is( not)?$/.test(words) ? (right.iso.length > 7 ? ' on' : ' in') : '';
  const said = `${describeExpression(left)} ${words}${place} ${describeExpression(right)}`;
  return isNot && !isTurned ? `not (${said})` : said;
}
