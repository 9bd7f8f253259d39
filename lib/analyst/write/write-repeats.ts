/** How many of the rows that a result is made of equal an earlier one in every column, as code. */
import { findGroup } from '../query/find-group.ts';
import { listTables } from '../query/list-tables.ts';
import type { Figure, Query, Table } from '../query/query.ts';
import { tableOf } from './column-kind.ts';
import { columnsOf } from './columns-of.ts';
import type { Source } from './draft.ts';
import { selectUsed } from './filters.ts';
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
    ...(ask.kind === 'correlation' ? ask.of.flatMap(columnsOf) : []),
  ];
  const gaps = [...new Set(filled)].filter((name) => ground.kinds.get(name)?.hasGaps);
  const known = gaps.length > 0 ? `.dropna(subset=${writeList(gaps.map(writeText))})` : '';
  return `${selected}${known}.duplicated().sum()`;
}

/** Columns without whose value a row is not in the figure. */
function filledColumns(figure: Figure): string[] {
  if (figure.kind === 'percentile') return columnsOf(figure.of);
  return figure.kind === 'aggregate' && figure.aggregate !== 'missing' ? columnsOf(figure.of) : [];
}
