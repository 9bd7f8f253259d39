/** Rows that are in a file twice: whether they count again, are left out, or are listed twice. */

import { findGroup } from '../query/find-group.ts';
import { listTables } from '../query/list-tables.ts';
import type { Figure, Query, Rows, Table } from '../query/query.ts';
import { CHECK } from '../write/check-names.ts';
import { readKinds, tableOf } from '../write/column-kind.ts';
import { countsOnce } from '../write/filters.ts';
import { countsRows, figuresOf } from '../write/list-checks.ts';
import { countWords, formatValue, PLAIN } from './format-value.ts';
import { type Checks, cellOf, type ResultData, readCount } from './result-data.ts';

/** Of more rows, repeats are usual: the columns are too few to tell rows apart. */
const FEW = 0.1;

/** Rows that equal an earlier one, where they change what is asked. */
export function noteRepeats(
  query: Query,
  tables: readonly Table[],
  result: ResultData,
  checks: Checks,
): string[] {
  const { rows, ask } = query;
  if (countsOnce(rows)) return noteLeftOut(rows, tables, checks);
  const isOfRows = ask.kind === 'table' && findGroup(rows) === null;
  if (isOfRows && ask.columns === null) return noteListed(rows, result);
  const table = tables.find(({ name }) => name === tableOf(rows));
  const count = checks.get(CHECK.again);
  if (isDistinct(rows) || !table || typeof count !== 'number' || count === 0) return [];
  if ((table.repeatedRows ?? 0) > table.rows * FEW) return [];
  const equal = describeEqual(count, table.name);
  if (isOfRows) return [`${equal} and ${count === 1 ? 'is' : 'are'} listed again.`];
  const figures = figuresOf(query).map(({ figure }) => figure);
  if (OF_ROWS.has(ask.kind) || figures.some(countsRows))
    return [`${equal} and ${count === 1 ? 'counts' : 'count'} again.`];
  const names = figures.flatMap((figure) => identityOf(figure, table));
  return names.length > 0 && names.length === figures.length
    ? [`${equal}; each \`${names[0]}\` counts once.`]
    : [];
}

/** What is asked of rows themselves, whatever figures are. */
const OF_ROWS: ReadonlySet<string> = new Set(['share', 'compare', 'whether', 'correlation']);

/** The column that tells rows apart, where its different values are counted instead of them. */
function identityOf(figure: Figure, { rows, repeatedRows = 0, columns }: Table): string[] {
  if (figure.kind !== 'aggregate' || figure.aggregate !== 'distinct' || figure.of.kind !== 'column')
    return [];
  const { name } = figure.of;
  const column = columns.find((each) => each.name === name);
  return column?.unique === rows - repeatedRows ? [name] : [];
}

/** "2 rows of `orders` equal an earlier one in every column" */
function describeEqual(count: number, name: string): string {
  return `${countWords(count, 'row')} of \`${name}\` ${count === 1 ? 'equals' : 'equal'} an earlier one in every column`;
}

function isDistinct(rows: Rows): boolean {
  if (!('of' in rows)) return false;
  return rows.kind === 'distinct' || isDistinct(rows.of);
}

function noteLeftOut(rows: Rows, tables: readonly Table[], checks: Checks): string[] {
  const names = listTables(rows);
  // Rows of two tables beside each other may repeat where neither has repeats.
  if (names.length > 1) return [];
  return tables.flatMap(({ name, repeatedRows }) => {
    if (!names.includes(name) || repeatedRows === undefined) return [];
    const { count, isSure } = readCount(checks, CHECK.leftOut) ?? { count: repeatedRows, isSure: true };
    if (repeatedRows === 0) return [`No row of \`${name}\` equals an earlier one in every column.`];
    if (count === 0) return [`None of these rows of \`${name}\` equals an earlier one in every column.`];
    const equal = `${describeEqual(count, name)} and ${count === 1 ? 'is' : 'are'} left out.`;
    return [isSure ? equal : `Up to ${equal}`];
  });
}

/** A list that shows the same row twice says so, no matter how many repeated rows the file has. */
function noteListed(rows: Rows, result: ResultData): string[] {
  // Without the numbers of the rows.
  const start = result.names[0] === null ? 1 : 0;
  const listed = result.values.map((row) => JSON.stringify(row.slice(start)));
  const count = listed.length - new Set(listed).size;
  const place = rows.kind === 'limit' ? ' and takes a place of its own' : '';
  if (count === 0) return [];
  return [
    count === 1
      ? `1 of the rows equals an earlier one in every column${place}.`
      : `${count} of the rows equal an earlier one in every column${place.replace('takes', 'take').replace('its', 'their')}.`,
  ];
}

/** Whether first place is that of one large row, or of rows that count twice. */
export function noteLeader(
  { rows }: Query,
  tables: readonly Table[],
  result: ResultData,
  checks: Checks,
): string[] {
  const figure = findGroup(rows)?.figures[0];
  const rest = checks.get(CHECK.leaderRest);
  if (!figure || typeof rest !== 'number') return [];
  const format = { ...PLAIN, unit: readKinds(rows, tables).get(figure.name)?.unit ?? null };
  const [once, most] = [checks.get(CHECK.leaderOnce), checks.get(CHECK.mostOnce)];
  if (typeof once === 'number' && typeof most === 'number') {
    if (once < most)
      return [
        `First place depends on repeated rows: if each counted once, its total would be ${formatValue(once, format)}, and the highest ${formatValue(most, format)}.`,
      ];
    // The largest row is repeated, so first place does not depend on a single row.
    if (once <= rest) return [];
  }
  const [lead, second] = result.values.map((row) => cellOf(result, row, figure.name));
  if (typeof lead !== 'number' || typeof second !== 'number' || rest >= second) return [];
  // First place is shared: of several leaders, the sentence could mean any.
  if (lead === second) return [];
  return [
    `First place depends on one large row: without it, the total would be ${formatValue(rest, format)}.`,
  ];
}
