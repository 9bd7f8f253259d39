/** Rows that are in a file twice: whether they count again, are left out, or are listed twice. */

import { findGroup } from '../query/find-group.ts';
import { listTables } from '../query/list-tables.ts';
import type { Query, Rows, Table } from '../query/query.ts';
import { readKinds } from '../write/column-kind.ts';
import { CHECK, conditionsOf, countsRows } from '../write/list-checks.ts';
import { countWords, formatValue, PLAIN } from './format-value.ts';
import { type Checks, cellOf, type ResultData } from './result-data.ts';

/** Of more rows, repeats are usual: the columns are too few to tell rows apart. */
const FEW = 0.1;

/** Rows that equal an earlier one, where they change what is asked. */
export function noteRepeats(query: Query, tables: readonly Table[], result: ResultData): string[] {
  const { rows, ask } = query;
  if (countsOnce(rows)) return noteLeftOut(rows, tables);
  if (ask.kind === 'table' && findGroup(rows) === null) return noteListed(query, tables, result);
  const figures = findGroup(rows)?.figures ?? (ask.kind === 'values' ? ask.figures : []);
  const isCounted =
    ['share', 'compare', 'whether'].includes(ask.kind) || figures.some(({ figure }) => countsRows(figure));
  if (!isCounted || isDistinct(rows)) return [];
  const isFiltered = conditionsOf(rows).length > 0;
  return listRepeated(rows, tables).map(
    ({ name, repeatedRows }) =>
      `${describeEqual(repeatedRows, name)} and ${repeatedRows === 1 ? 'counts' : 'count'} again${isFiltered ? ', where they match' : ''}.`,
  );
}

/** "2 rows of `orders` equal an earlier one in every column" */
function describeEqual(count: number, name: string): string {
  return `${countWords(count, 'row')} of \`${name}\` ${count === 1 ? 'equals' : 'equal'} an earlier one in every column`;
}

interface Repeated {
  readonly name: string;
  readonly repeatedRows: number;
}

function listRepeated(rows: Rows, tables: readonly Table[]): Repeated[] {
  return tables.flatMap(({ name, rows: all, repeatedRows = 0 }) =>
    listTables(rows).includes(name) && repeatedRows > 0 && repeatedRows <= all * FEW
      ? [{ name, repeatedRows }]
      : [],
  );
}

function isDistinct(rows: Rows): boolean {
  if (rows.kind === 'table' || rows.kind === 'join') return false;
  return rows.kind === 'distinct' || isDistinct(rows.of);
}

/** Whether the question leaves out what repeats. */
function countsOnce(rows: Rows): boolean {
  if (rows.kind === 'table' || rows.kind === 'join') return false;
  return (rows.kind === 'distinct' && rows.columns.length === 0) || countsOnce(rows.of);
}

function noteLeftOut(rows: Rows, tables: readonly Table[]): string[] {
  const names = listTables(rows);
  // Rows of two tables beside each other may repeat where neither has repeats.
  if (names.length > 1) return [];
  return tables.flatMap(({ name, repeatedRows }) => {
    if (!names.includes(name) || repeatedRows === undefined) return [];
    if (repeatedRows === 0) return [`No row of \`${name}\` equals an earlier one in every column.`];
    return [`${describeEqual(repeatedRows, name)} and ${repeatedRows === 1 ? 'is' : 'are'} left out.`];
  });
}

/** The same row twice in a list is told there, however many there are in the file. */
function noteListed({ rows, ask }: Query, tables: readonly Table[], result: ResultData): string[] {
  if (ask.kind === 'table' && ask.columns !== null) {
    return listRepeated(rows, tables).map(
      ({ name, repeatedRows }) => `${describeEqual(repeatedRows, name)}; the list can have such a row twice.`,
    );
  }
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
    // Its largest row is there twice: there is no single one.
    if (once <= rest) return [];
  }
  const [lead, second] = result.values.map((row) => cellOf(result, row, figure.name));
  if (typeof lead !== 'number' || typeof second !== 'number' || rest >= second) return [];
  return [
    `First place depends on one large row: without it, the total would be ${formatValue(rest, format)}.`,
  ];
}
