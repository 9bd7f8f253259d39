/** Readings that nobody means: one column would have to equal two values, or to equal a value and one of several. */
import { findGroup } from '../../query/find-group.ts';
import type { Ask, Condition, Figure, Query, Rows } from '../../query/query.ts';

export function neverHolds({ rows, ask }: Query): boolean {
  const group = findGroup(rows);
  if (!group) return isImpossible(conditionsOf(rows), wheresOfAsk(ask));
  const ofFigures = group.figures.flatMap(({ figure }) => wheresOf(figure));
  return isImpossible(conditionsOf(group.of), ofFigures) || isImpossible(conditionsOf(rows), []);
}

/** What holds for some of the rows only. */
function wheresOfAsk(ask: Ask): Condition[] {
  switch (ask.kind) {
    case 'values':
      return ask.figures.flatMap(({ figure }) => wheresOf(figure));
    case 'compare':
      return [...wheresOf(ask.figure.figure), ...ask.sides.map(({ where }) => where)];
    case 'share':
      return [ask.part];
    default:
      return [];
  }
}

/** Of the rows of a file, or of groups. */
function conditionsOf(rows: Rows): Condition[] {
  if (!('of' in rows) || rows.kind === 'group') return [];
  const inner = conditionsOf(rows.of);
  return rows.kind === 'where' ? [...inner, rows.condition] : inner;
}

function wheresOf(figure: Figure): Condition[] {
  return figure.where === null ? [] : [figure.where];
}

/** Whether what holds for all rows contradicts itself, or one of the others. */
function isImpossible(all: readonly Condition[], others: readonly Condition[]): boolean {
  return [[], ...others.map((other) => [other])].some((more) => isRepeated([...all, ...more]));
}

function isRepeated(conditions: readonly Condition[]): boolean {
  const lefts = conditions.flatMap(listEqual);
  return new Set(lefts).size < lefts.length;
}

/** The columns that have to equal something. A date can be in a month and in a year at once. */
function listEqual(condition: Condition): string[] {
  if (condition.kind === 'and') return condition.conditions.flatMap(listEqual);
  const isEqual = condition.kind === 'compare' && condition.operator === '==';
  if ((!isEqual && condition.kind !== 'in') || condition.left.kind !== 'column') return [];
  const values = condition.kind === 'in' ? condition.values : [condition.right];
  const isKnown = values.every(({ kind }) => kind === 'text' || kind === 'number' || kind === 'boolean');
  return isKnown ? [condition.left.name] : [];
}
