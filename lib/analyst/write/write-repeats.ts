/** How many of the rows that a result is made of equal an earlier one in every column, as code. */
import { findGroup } from '../query/find-group.ts';
import { listTables } from '../query/list-tables.ts';
import type { Ask, Condition, Figure, Query, Table } from '../query/query.ts';
import { tableOf } from './column-kind.ts';
import { columnsOf } from './columns-of.ts';
import type { Source } from './draft.ts';
import { writeList, writeText } from './python-code.ts';
import { writeCondition } from './write-value.ts';

/** Null where there are none, or nobody can tell. In a join, they are of its first table: rows of the other have a key each. */
export function writeRepeats(
  { rows, ask }: Query,
  figures: readonly Figure[],
  { ground, tables }: { readonly ground: Source; readonly tables: readonly Table[] },
): string | null {
  const names = listTables(rows);
  const used = tables.filter(({ name }) => names.includes(name));
  const canTell = used.every(({ repeatedRows }) => repeatedRows !== undefined);
  if (!canTell || !used.some(({ name, repeatedRows }) => name === tableOf(rows) && repeatedRows)) return null;
  const condition = selectUsed(ask, figures);
  const selected = condition ? `${ground.name}[${writeCondition(condition, ground)}]` : ground.name;
  const filled = [
    ...(findGroup(rows)?.keys ?? []).flatMap(({ of }) => columnsOf(of)),
    ...(figures.length === 1 ? figures.flatMap(filledColumns) : []),
    ...(ask.kind === 'correlation' || ask.kind === 'distribution' ? [ask.of].flat().flatMap(columnsOf) : []),
  ];
  const gaps = [...new Set(filled)].filter((name) => ground.kinds.get(name)?.hasGaps);
  const known = gaps.length > 0 ? `.dropna(subset=${writeList(gaps.map(writeText))})` : '';
  return `${selected}${known}.duplicated().sum()`;
}

/** Which rows the figures are about; null: all. */
function selectUsed(ask: Ask, figures: readonly Figure[]): Condition | null {
  const wheres = figures.flatMap(wheresOf);
  const isOfSome = wheres.length > 0 && wheres.every((where) => where !== null);
  const parts = isOfSome && ask.kind !== 'share' ? [anyOf(wheres)] : [];
  if (ask.kind === 'compare') parts.push(anyOf(ask.sides.map(({ where }) => where)));
  const [first, ...more] = parts;
  return first && more.length > 0 ? { kind: 'and', conditions: parts } : (first ?? null);
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

/** Columns without whose value a row is not in the figure. */
function filledColumns(figure: Figure): string[] {
  if (figure.kind === 'percentile') return columnsOf(figure.of);
  return figure.kind === 'aggregate' && figure.aggregate !== 'missing' ? columnsOf(figure.of) : [];
}
