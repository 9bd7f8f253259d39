/** Readings that nobody means: one column would have to equal two values, or to equal a value and one of several. */
import { findGroup } from '../query/find-group.ts';
import type { Ask, Condition, Figure, Query, Rows } from '../query/query.ts';

export function neverHolds({ rows, ask }: Query): boolean {
  const group = findGroup(rows);
  const asked = ask.kind === 'values' || ask.kind === 'compare' ? figuresOf(ask).flatMap(wheresOf) : [];
  const isOfGroups = group !== null;
  return (
    (group !== null &&
      isImpossible(
        conditionsOf(group.of),
        group.figures.flatMap(({ figure }) => wheresOf(figure)),
      )) ||
    isImpossible(conditionsOf(rows), isOfGroups ? [] : [...asked, ...sidesOf(ask)])
  );
}

function figuresOf(ask: Extract<Ask, { kind: 'values' | 'compare' }>): Figure[] {
  return ask.kind === 'compare' ? [ask.figure.figure] : ask.figures.map(({ figure }) => figure);
}

function sidesOf(ask: Ask): Condition[] {
  if (ask.kind === 'compare') return ask.sides.map(({ where }) => where);
  return ask.kind === 'share' ? [ask.part] : [];
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
  if (!isEqual && condition.kind !== 'in') return [];
  if (condition.left.kind !== 'column') return [];
  const values = condition.kind === 'in' ? condition.values : [condition.right];
  const isKnown = values.every(({ kind }) => kind === 'text' || kind === 'number' || kind === 'boolean');
  return isKnown ? [condition.left.name] : [];
}
