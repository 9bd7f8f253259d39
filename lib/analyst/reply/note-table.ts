/** What to keep in mind about a table, told once a question uses it: sentences, from what was measured when it was loaded. */
import type { ColumnFacts, TableFacts } from '../../protocol/tables/table-facts.ts';
import { countWords, listWords } from '../answer/format-value.ts';
import { findUnit } from '../read/words/tokens.ts';

export interface Note {
  /** The table that it is about; null where there is none. */
  readonly table: string | null;
  /** The only column that it is about: told where a question uses it. */
  readonly column?: string;
  readonly text: string;
}

/** Of more repeated rows, the columns are too few to tell rows apart. */
const FEW = 0.1;
const TOTAL = /^\s*((grand |sub[- ]?)?totals?|gesamt|(zwischen)?summe)\s*:?\s*$/i;
const TOTAL_OF = /^\s*(?:(?:sub[- ]?)?totals?:? (?:of |for )?(.+?)|(.+?) (?:sub[- ]?)?totals?\s*:?)\s*$/i;
const UNIT_NAME = /^(currency|curr|units?|uom|unit of measure)$/i;
const MAX_NAMED = 3;

export function noteTable(facts: TableFacts): Note[] {
  const { name: table, columns } = facts;
  const ofColumns = columns.flatMap((each) =>
    [...noteTwins(each, columns), ...noteColumn(each, facts)].map((text) => ({
      table,
      column: each.name,
      text,
    })),
  );
  const ofTable = [
    ...noteRead(facts),
    ...noteRows(facts),
    ...columns.flatMap(noteUnits),
    ...columns.flatMap(noteTotals),
  ];
  return [...ofTable.map((text) => ({ table, text })), ...ofColumns];
}

/** What is odd about a table as it was read. */
function noteRead({ name, columns, hiddenColumns, skippedLines, endsWithTotals }: TableFacts): string[] {
  const nameless = columns.filter((column) => /^Unnamed: \d+/.test(column.name));
  const called = listWords(nameless.map((column) => `\`${column.name}\``));
  const [hidden, were] = hiddenColumns === 1 ? ['column', 'was'] : [`${hiddenColumns} columns`, 'were'];
  const [have, are] = skippedLines === 1 ? ['has', 'is'] : ['have', 'are'];
  const heading = nameless.length === 1 ? 'a column' : `${nameless.length} columns`;
  return [
    ...(hiddenColumns > 0 ? [`The last ${hidden} of \`${name}\` ${were} not looked at.`] : []),
    ...(nameless.length > 0 ? [`I found no heading for ${heading}, which pandas calls ${called}.`] : []),
    ...(skippedLines > 0
      ? [
          `${countWords(skippedLines, 'line')} of the file of \`${name}\` ${have} more fields than the header and ${are} left out.`,
        ]
      : []),
    // A first one was left out already.
    ...(endsWithTotals
      ? [`The last row of \`${name}\` is another total, which counts like any other row.`]
      : []),
  ];
}

function noteRows({ name, rows, repeatedRows = 0 }: TableFacts): string[] {
  if (repeatedRows === 0 || repeatedRows > rows * FEW) return [];
  const equal = repeatedRows === 1 ? 'equals' : 'equal';
  return [
    `${countWords(repeatedRows, 'row')} of \`${name}\` ${equal} an earlier one in every column. Each row counts.`,
  ];
}

/** Amounts of several currencies or units. A column `unit` can be a department as well. */
function noteUnits({ name, type, unique, values }: ColumnFacts): string[] {
  const isUnit = /^curr/i.test(name) || values.every((value) => findUnit(value.toLowerCase()) !== null);
  if (type !== 'text' || unique < 2 || !isUnit || !UNIT_NAME.test(name.replaceAll(/[_-]/g, ' ').trim()))
    return [];
  return [`\`${name}\` has ${quoteSome(values, unique)}: values of each are taken together as they stand.`];
}

/** Values that name a total of other rows: `Total`, `North Total`, `Total for North`. */
function noteTotals({ name, type, values }: ColumnFacts): string[] {
  const found = values.filter((text) => {
    const [, before, after] = TOTAL_OF.exec(text) ?? [];
    const named = (before ?? after)?.toLowerCase();
    return TOTAL.test(text) || values.some((value) => value.trim().toLowerCase() === named);
  });
  return type !== 'text' || found.length === 0
    ? []
    : [`\`${name}\` has ${quoteSome(found, found.length)}, whose rows count like any other.`];
}

function quoteSome(values: readonly string[], all: number): string {
  const named = values.slice(0, MAX_NAMED).map((value) => `"${value}"`);
  return listWords([...named, ...(all > named.length ? [`${all - named.length} others`] : [])]);
}

/** Columns with one heading, of which a question can mean each: pandas calls the second `amount.1`. */
function noteTwins({ name }: ColumnFacts, columns: readonly ColumnFacts[]): string[] {
  const others = columns.filter(
    (other) => other.name.startsWith(name) && /^\.\d+$/.test(other.name.slice(name.length)),
  );
  const called = listWords(others.map((other) => `\`${other.name}\``));
  return others.length === 0
    ? []
    : [
        `\`${name}\` is the first column with that heading. pandas calls the other${others.length === 1 ? '' : 's'} ${called}.`,
      ];
}

function noteColumn(
  { name, missing, infinite, placeholders }: ColumnFacts,
  { rows, mergedNumbers }: TableFacts,
): string[] {
  const have = (count: number) => `${countWords(count, 'row')} ${count === 1 ? 'has' : 'have'}`;
  return [
    ...(missing > 0
      ? [`\`${name}\` has no value in ${missing.toLocaleString('en-US')} of ${countWords(rows, 'row')}.`]
      : []),
    ...placeholders.map(
      ({ value, count }) =>
        `${have(count)} ${value} in \`${name}\`, which may stand for a missing value; it counts as a number.`,
    ),
    ...(infinite > 0 ? [`${have(infinite)} an infinite number in \`${name}\`.`] : []),
    // It may be the total of their rows as well as the value of each.
    ...(mergedNumbers.includes(name)
      ? [`\`${name}\` has numbers in merged cells, each of which counts in all of its rows.`]
      : []),
  ];
}
