/** Nodes of a query, made of figures and keys. */

import type { Condition, Expression, Key, NamedFigure, Rows } from '../../query/query.ts';
import { hasFigure } from '../../query/walk.ts';
import { allOf } from '../words/figures.ts';
import type { Having, Measure, Pick } from '../words/meanings.ts';
import { isTime } from './made.ts';

export function named(measures: readonly Measure[]): NamedFigure[] {
  return measures.map(({ name, figure }) => ({ name, figure }));
}

export function notesOf(measures: readonly Measure[]): (string | null)[] {
  return measures.map((measure) => measure.note);
}

export function column(name: string): Expression {
  return { kind: 'column', name };
}

export function whereAll(of: Rows, conditions: readonly Condition[]): Rows {
  const condition = allOf(conditions);
  return condition ? { kind: 'where', of, condition } : of;
}

/** What is compared with figures is compared with those of the time that is asked for. */
export function selectRows(of: Rows, conditions: readonly Condition[]): Rows {
  const compared = conditions.filter(hasFigure);
  const times = conditions.filter(isTime);
  if (compared.length === 0 || times.length === 0) return whereAll(of, conditions);
  return whereAll(
    whereAll(of, times),
    conditions.filter((one) => !times.includes(one)),
  );
}

export function group(
  of: Rows,
  keys: readonly Key[],
  measures: readonly Measure[],
): Extract<Rows, { kind: 'group' }> {
  return { kind: 'group', of, keys, figures: named(measures) };
}

export function pick(of: Rows, by: Expression, { count, place, descending }: Pick): Rows {
  const sorted: Rows = { kind: 'sort', of, by, descending };
  if (place !== null) return { kind: 'nth', of: sorted, place };
  return count === null ? sorted : { kind: 'limit', of: sorted, count };
}

/** A single figure's own condition as one of the rows. */
export function hoist(measure: Measure, rows: Rows): [Measure, Rows] {
  const { figure } = measure;
  if (figure.kind === 'rate' || figure.where === null) return [measure, rows];
  const [of, before] = rows.kind === 'where' ? [rows.of, [rows.condition]] : [rows, []];
  return [{ ...measure, figure: { ...figure, where: null } }, whereAll(of, [...before, figure.where])];
}

export function keep(rows: Rows, having: Having | null): Rows {
  if (!having) return rows;
  const { measure, operator, value } = having;
  const left = { kind: 'column', name: measure.name } as const;
  const figure = { kind: 'aggregate', aggregate: 'mean', of: left, where: null } as const;
  const right: Expression =
    value === null ? { kind: 'figure', figure, within: [] } : { kind: 'number', value };
  return { kind: 'where', of: rows, condition: { kind: 'compare', left, operator, right } };
}

export function withHaving(measures: readonly Measure[], having: Having | null): Measure[] | null {
  const other = having?.measure;
  if (!other) return [...measures];
  const same = measures.find((measure) => measure.name === other.name);
  if (!same) return [...measures, other];
  return JSON.stringify(same.figure) === JSON.stringify(other.figure) ? [...measures] : null;
}
