/** Which rows a query is about, as conditions on the rows of its tables. */
import { findGroup } from '../query/find-group.ts';
import type { Ask, Condition, Figure, Query, Rows } from '../query/query.ts';
import { columnsIn, hasFigure, walkCondition } from '../query/walk.ts';

/** Conditions on the rows of a file; above a group, they are about figures. */
export function conditionsOf(rows: Rows): Condition[] {
  if (!('of' in rows)) return [];
  const inner = conditionsOf(rows.of);
  return rows.kind === 'where' && findGroup(rows.of) === null ? [...inner, rows.condition] : inner;
}

/** Conditions that tell rows apart, and select none. */
export function askedConditions(ask: Ask): Condition[] {
  if (ask.kind === 'compare') return ask.sides.map(({ where }) => where);
  if (ask.kind === 'share') return [ask.part];
  return ask.kind === 'whether' ? [ask.condition] : [];
}

/** Which rows the figures are about; null: all. */
export function selectUsed(ask: Ask, figures: readonly Figure[]): Condition | null {
  const wheres = figures.flatMap(wheresOf);
  const isOfSome = wheres.length > 0 && wheres.every((where) => where !== null);
  const parts = isOfSome && ask.kind !== 'share' ? [anyOf(wheres)] : [];
  if (ask.kind === 'compare') parts.push(anyOf(ask.sides.map(({ where }) => where)));
  return allOf(parts);
}

export interface Judged {
  /** Null: all rows. */
  readonly condition: Condition | null;
  /** False where more is asked of the rows than the condition says. */
  readonly isWhole: boolean;
}

/** What a query asks of its rows, as far as their values in these columns tell. */
export function judgeBy(
  { rows, ask }: Query,
  figures: readonly Figure[],
  canJudge: (columns: ReadonlySet<string>) => boolean,
): Judged {
  const used = selectUsed(ask, figures);
  const all = [...conditionsOf(rows), ...(used ? [used] : [])].flatMap(splitAnd);
  const judged = all.filter((each) => !hasFigure(each) && canJudge(columnsIn(walkCondition(each))));
  return { condition: allOf(judged), isWhole: judged.length === all.length && !isCut(rows) };
}

export function splitAnd(condition: Condition): Condition[] {
  return condition.kind === 'and' ? condition.conditions.flatMap(splitAnd) : [condition];
}

export function allOf(conditions: readonly Condition[]): Condition | null {
  const [first, ...more] = conditions;
  return first && more.length > 0 ? { kind: 'and', conditions } : (first ?? null);
}

function anyOf(conditions: readonly Condition[]): Condition {
  const [first, ...more] = conditions;
  return first && more.length === 0 ? first : { kind: 'or', conditions };
}

/** Null where a part of the figure is about all rows. */
function wheresOf(figure: Figure): (Condition | null)[] {
  if (figure.kind === 'ratio' || figure.kind === 'difference')
    return [...wheresOf(figure.left), ...wheresOf(figure.right)];
  return [figure.where];
}

/** Whether a group or a filter is made of the first rows only. */
function isCut(rows: Rows): boolean {
  if (!('of' in rows)) return false;
  const isMade = rows.kind === 'group' || rows.kind === 'where';
  return (isMade && isLimited(rows.of)) || isCut(rows.of);
}

function isLimited(rows: Rows): boolean {
  if (!('of' in rows) || rows.kind === 'group') return false;
  return rows.kind === 'limit' || rows.kind === 'nth' || isLimited(rows.of);
}

/** Whether the question leaves out what repeats. */
export function countsOnce(rows: Rows): boolean {
  if (!('of' in rows)) return false;
  return (rows.kind === 'distinct' && rows.columns.length === 0) || countsOnce(rows.of);
}
