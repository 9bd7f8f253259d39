/** What a question can be about: each table, and each two tables that a key joins. */

import { clockUnitOf } from '../../query/clock-unit.ts';
import { holdsLists } from '../../query/holds-lists.ts';
import type { Column, Rows, Table } from '../../query/query.ts';
import {
  AMOUNTS,
  LEVELS,
  MEASURED_DATES,
  PERSONAL_DATES,
  PERSONAL_WORDS,
  SYNONYMS,
  WHO_WORDS,
} from './concepts.ts';
import type { Field, View } from './meanings.ts';
import { findUnit, wordsOf } from './tokens.ts';
import { ID_WORDS, ROW_NOUNS } from './vocabulary.ts';

/** A view with what its words are matched with. */
export interface Source {
  readonly view: View;
  readonly columns: readonly { readonly field: Field; readonly column: Column }[];
  /** Names for one of its rows. */
  readonly nouns: ReadonlyMap<string, number>;
  /** A noun for a row that only the name of the file suggests. */
  readonly suggested: string | null;
  /** Names for a row of the joined table. */
  readonly others: ReadonlyMap<string, number>;
  /** Columns that only the joined table has, one of which the question must name; null of one table. */
  readonly joined: ReadonlySet<string> | null;
}

export function listSources(tables: readonly Table[]): Source[] {
  const alone = tables.map((table) => toSource({ kind: 'table', name: table.name }, table, null));
  const joined = tables.flatMap((left) =>
    tables.flatMap((right) => {
      const key = left === right ? null : findKey(left, right);
      if (!key) return [];
      const rows: Rows = {
        kind: 'join',
        left: { kind: 'table', name: left.name },
        right: { kind: 'table', name: right.name },
        leftKey: key[0],
        rightKey: key[1],
      };
      return [toSource(rows, left, right)];
    }),
  );
  return [...alone, ...joined];
}

/** The column of `left` whose values are found once each in a column of `right` with the same name. */
function findKey(left: Table, right: Table): [string, string] | null {
  const rightNoun = nounWords(right);
  for (const other of right.columns) {
    if (other.unique !== right.rows || other.type === 'date') continue;
    const words = wordsOf(other.name).join(' ');
    const names = words === 'id' || words === 'name' ? [rightNoun, `${rightNoun} ${words}`] : [words];
    const column = left.columns.find((candidate) => names.includes(wordsOf(candidate.name).join(' ')));
    if (column && column.type === other.type && column.unique < left.rows) return [column.name, other.name];
  }
  return null;
}

function toSource(rows: Rows, table: Table, right: Table | null): Source {
  const own = new Set(table.columns.map((column) => column.name));
  const rightKey = rows.kind === 'join' ? rows.rightKey : null;
  const added = (right?.columns ?? []).filter((column) => !own.has(column.name) && column.name !== rightKey);
  const fieldOf = (column: Column) =>
    own.has(column.name)
      ? toField(column, table.rows, table)
      : toField(column, Number.POSITIVE_INFINITY, right ?? table);
  // Grouped and compared as their text, elements of lists would be miscounted.
  const columns = [...table.columns, ...added]
    .filter((column) => !holdsLists(column))
    .map((column) => ({ column, field: fieldOf(column) }));
  const fields = columns.map(({ field }) => field);
  const nouns = listNouns(table, fields);
  for (const { column, field } of columns) {
    const [noun = '', ...more] = field.words;
    const isCode = field.isIdentifier && (isNumbering(column, table.rows) || isCoded(column));
    // `Order`, `Listing`, `Appt #`: by what each row has a number of its own.
    if (!isCode || more.length > 0 || ID_WORDS.has(noun) || nouns.has(noun)) continue;
    nouns.set(noun, 0);
    for (const other of synonymsOf(noun)) if (!nouns.has(other)) nouns.set(other, 1);
  }
  const who = columns.flatMap(({ column, field }) =>
    field.type === 'text' && own.has(field.name) && isWho(field) && !isYesOrNo(column) ? [field] : [],
  );
  return {
    view: {
      rows,
      size: table.rows,
      hasDecimalCommas: table.decimal === ',' || right?.decimal === ',',
      fields,
      date: findDate(fields, nouns),
      who: who.length === 1 ? (who[0] ?? null) : null,
    },
    columns,
    nouns,
    suggested: nounBeforeColumn(table),
    others: right ? listNouns(right, []) : new Map(),
    joined: right && new Set(added.map((column) => column.name)),
  };
}

/** A `member` can be anybody, and can be a yes. */
function isYesOrNo({ values }: Column): boolean {
  return values.length > 0 && values.every((value) => /^(?:yes|no|y|n|true|false)$/i.test(value));
}

/** A name is of somebody where no other word says of what. */
function isWho(field: Field): boolean {
  return isPerson(field) || field.words.join(' ') === 'name';
}

/** A name alone can be that of a country or a project. */
function isSomebody(field: Field, fields: readonly Field[]): boolean {
  const isPersonal = fields.some(({ words }) => words.some((word) => PERSONAL_WORDS.has(word)));
  return isPerson(field) || (isPersonal && isWho(field));
}

function isPerson({ words }: Field): boolean {
  return words.some((word) => WHO_WORDS.has(word)) || ['full name', 'last name'].includes(words.join(' '));
}

/** Whether the numbers of a column count its rows, one after another: `Order` from 50001 to 50198. */
export function isNumbering(
  { isInteger, unique, span }: Pick<Column, 'isInteger' | 'unique' | 'span'>,
  rows: number,
): boolean {
  const length = Number(span?.last) - Number(span?.first) + 1;
  return isInteger && rows >= MIN_NUMBERED && unique === rows && length <= 2 * rows;
}

const MIN_NUMBERED = 20;

/** Whether each value has a digit, as `A001` and `WEB-301` do: nothing else is written so. */
function isCoded({ type, values }: Column): boolean {
  return type === 'text' && values.length > 0 && values.every((value) => /\d/.test(value));
}

/** With the unit of time that the name of a column of numbers ends with, which its names in a question need. */
function toField(column: Column, rows: number, { columns }: Table): Field {
  const names = columns.map(({ name }) => name);
  const unit = column.type === 'number' ? clockUnitOf(column.name, names) : null;
  const words = wordsOf(withoutBrackets(column.name));
  const isUnitCost = words[0] === 'unit' && words.length > 1 && words.at(-1) === 'cost';
  return {
    name: column.name,
    type: column.type,
    isInteger: column.isInteger,
    hasTime: column.values.length === 0 || column.values.some((text) => text.includes('T')),
    unique: column.unique,
    missing: column.missing,
    unit: column.unit ?? unit,
    span: column.span,
    gaps: column.gaps ?? [],
    isAdditive:
      column.type === 'number' &&
      !isUnitCost &&
      !isNumbering(column, rows) &&
      words.some((word) => AMOUNTS.has(word)) &&
      !words.some((word) => LEVELS.has(word)),
    isIdentifier: column.unique === rows && rows > 1 && column.values.length > 0,
    words: withoutUnit(words.at(-1) === 'in' && words.length > 1 ? words.slice(0, -1) : words),
  };
}

/** What a header has in brackets is a unit or a remark: `Weight (kg)`. */
function withoutBrackets(name: string): string {
  const plain = name
    .replaceAll(/\s*[([][^)\]]*[)\]]/g, '')
    // `Score /100`, `ABV %`, `Appt #`.
    .replace(/\s*(?:\/\s*\d+|[#%])$/, '')
    .trim();
  return plain === '' ? name : plain;
}

/** `body mass g` without its `g`. */
function withoutUnit(words: readonly string[]): string[] {
  const last = words.at(-1) ?? '';
  const isUnit = words.length > 1 && findUnit(last) !== null;
  return isUnit ? withoutUnit(words.slice(0, -1)) : [...words];
}

function nounWords(table: Table): string {
  return wordsOf(table.name).join(' ');
}

/** By what a row is called, with the cost of saying so: the table, its file, its identifier, or any row. */
function listNouns(table: Table, fields: readonly Field[]): Map<string, number> {
  const nouns = new Map<string, number>();
  const add = (noun: string, cost: number) => {
    if (noun !== '') nouns.set(noun, Math.min(cost, nouns.get(noun) ?? cost));
  };
  const numbers = fields.filter((field) => field.type === 'number');
  const measured = new Set(numbers.flatMap((field) => field.words));
  const amounts = new Set(numbers.map((field) => field.words.join(' ')));
  for (const noun of ROW_NOUNS) add(noun, 1);
  for (const field of fields)
    for (const [noun, cost] of identifierNouns(field, fields, measured)) add(noun, cost);
  for (const [noun, cost] of fileNouns(table, measured))
    add(noun, amounts.has(noun) ? cost + AMOUNT_RATHER : cost);
  const before = nounBeforeColumn(table);
  if (before && !nouns.has(before)) nouns.set(before, 1);
  for (const word of nounsOfEvents(fields)) if (!measured.has(word)) add(word, 1);
  return nouns;
}

/** By what each row has another value of: `order_id`, `respondent`, or a name. */
function identifierNouns(
  field: Field,
  fields: readonly Field[],
  measured: ReadonlySet<string>,
): [noun: string, cost: number][] {
  const [first, ...rest] = field.words;
  if (!field.isIdentifier || !first) return [];
  const isNumbered = field.isInteger && rest.length === 0 && WHO_WORDS.has(first);
  const others = synonymsOf(first).filter((word) => !measured.has(word));
  const isNamed = ID_WORDS.has(rest.join(' ')) || isNumbered;
  return [
    ...(isNamed
      ? [[first, 0] as [string, number], ...others.map((word): [string, number] => [word, 1])]
      : []),
    ...(field.type === 'text' && isSomebody(field, fields) ? [['person', 1] as [string, number]] : []),
  ];
}

/** "sales" can be the rows of `sales.csv` or its column of that name. */
const AMOUNT_RATHER = 1;

/** By the name of the file and its last word, unless a column is called like that. */
function fileNouns(table: Table, measured: ReadonlySet<string>): [noun: string, cost: number][] {
  const stem = table.file.slice(0, table.file.lastIndexOf('.') < 0 ? undefined : table.file.lastIndexOf('.'));
  return [nounWords(table), wordsOf(stem).join(' ')].flatMap((name): [string, number][] => {
    const last = name.split(' ').at(-1) ?? '';
    const others = synonymsOf(last);
    if ([last, ...others].some((word) => measured.has(word))) return [[name, 0]];
    return [[name, 0], [last, 1], ...others.map((word): [string, number] => [word, 2])];
  });
}

/**
 * `bus_delays.csv` with a column `Delay` says of each bus how late it was: where the last word of the name is a column, the
 * word before it is a row. One that is in a column itself can be there several times, as customers of orders are.
 */
function nounBeforeColumn({ file, columns }: Table): string | null {
  const [noun, last, ...more] = wordsOf(file.replace(/^.*\//, '').replace(/\.[^.]*$/, ''));
  const names = columns.map(({ name }) => wordsOf(withoutBrackets(name)));
  const isColumn = names.some((words) => words.length === 1 && words[0] === last);
  const isNamed = names.some((words) => words.includes(noun ?? ''));
  return noun && more.length === 0 && isColumn && !isNamed ? noun : null;
}

/** What happens on the date of a row: an admission, an order; and readings, where the time of a measurement is noted. */
function nounsOfEvents(fields: readonly Field[]): string[] {
  const dates = fields.filter((field) => field.type === 'date');
  const nouns = dates.flatMap((field) => {
    const [first, last, ...more] = field.words;
    const isNoun = first && !first.endsWith('ed') && !PERSONAL_DATES.has(first);
    return isNoun && more.length === 0 && ['date', 'day', 'time'].includes(last ?? '') ? [first] : [];
  });
  const isMeasured = dates.some((field) => MEASURED_DATES.has(field.words.join(' ')));
  return [...nouns.slice(0, 1), ...(isMeasured || nouns[0] === 'reading' ? ['reading', 'measurement'] : [])];
}

const SYNONYM_WORDS = SYNONYMS.map((line) => line.split(' '));

/** Words for the same thing, without the word itself. */
export function synonymsOf(word: string): string[] {
  const lines = SYNONYM_WORDS.filter((words) => words.includes(word));
  return [...new Set(lines.flat())].filter((other) => other !== word);
}

/** The date column, or of several that of the row itself (`order_date` of orders), or the first; else a column of years. */
function findDate(fields: readonly Field[], nouns: ReadonlyMap<string, number>): Field | null {
  const all = fields.filter((field) => field.type === 'date');
  const events = all.filter((field) => !field.words.some((word) => PERSONAL_DATES.has(word)));
  const dates = events.length > 0 ? events : all;
  const own = dates.find((field) => field.words.some((word) => nouns.get(word) === 0));
  const year = fields.find((field) => field.isInteger && field.words.join(' ') === 'year');
  return own ?? dates[0] ?? year ?? null;
}
