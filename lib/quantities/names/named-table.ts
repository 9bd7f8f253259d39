/** Tables whose rows have names: of data, of printed lines, and of printed dictionaries. */
import { createLabel } from '../source/make-value.ts';
import type { Label, SourceGroup, SourceValue } from '../source/source-value.ts';
import { readStems } from '../text/words.ts';
import { type NameToken, readNameTokens } from './name-tokens.ts';

export interface NamedRow {
  readonly table: NamedTable;
  /** All texts that the row has. */
  readonly names: readonly string[];
  readonly values: readonly SourceValue[];
}

export interface NamedColumn {
  /** What it is called; of the only column of a table also what is said above. */
  readonly label: Label;
  /** One for each row that has a number there. */
  readonly values: readonly SourceValue[];
}

export interface NamedTable {
  readonly group: SourceGroup;
  readonly rows: readonly NamedRow[];
  readonly columns: readonly NamedColumn[];
  /** Which of its texts tells each row from the others; -1 where none does. */
  readonly nameAt: number;
  /** Values of rows that sum up others. */
  readonly totals: ReadonlySet<SourceValue>;
}

/** A text that names rows. */
export interface RowName {
  /** As the output shows it. */
  readonly text: string;
  readonly tokens: readonly NameToken[];
  /** Of one or several tables. */
  readonly rows: NamedRow[];
}

/** By the first word of each. */
export type RowNames = ReadonlyMap<string, readonly RowName[]>;

export function listRowNames(values: readonly SourceValue[]): RowNames {
  const named = values.filter(({ row, at, date }) => row.names?.length && at[0] >= 0 && date === null);
  const byText = new Map<string, RowName>();
  for (const own of [...Map.groupBy(named, (value) => value.group).values()].flatMap(splitLines)) {
    const table = own[0] ? readTable(own[0].group, own) : null;
    if (!table) continue;
    for (const row of table.rows) {
      for (const text of new Set(row.names)) {
        const known = byText.get(text);
        if (known) known.rows.push(row);
        else byText.set(text, { text, tokens: readNameTokens(text), rows: [row] });
      }
    }
  }
  const names = [...byText.values()].filter(isDistinctive);
  return Map.groupBy(names, ({ tokens }) => tokens[0]?.stem ?? '');
}

/** Of all tables and of their code. */
export function listWords(known: RowNames): Set<string> {
  const rows = [...known.values()].flatMap((names) => names.flatMap((name) => name.rows));
  const words = [...new Set(rows.map(({ table }) => table))].flatMap((table) => [
    ...[table.group.code, table.group.nouns, ...table.columns.map(({ label }) => label.stems)],
    ...table.rows.flatMap(({ names }) => names.map(readStems)),
  ]);
  return new Set(words.flatMap((stems) => [...stems]));
}

const MAX_NAME = 60;
/** Words for many things, and those of statistics, which name no row that could win. */
const GENERAL =
  /^(?:count|sum|mean|median|min|max|deviation|share|row|column|quartile|change|difference|distinct|missing|all|none|nan|yes|no|true|false|#.*)$/;

function isDistinctive({ text, tokens, rows }: RowName): boolean {
  const stems = [...readStems(text)];
  return (
    text.length <= MAX_NAME &&
    tokens.length > 0 &&
    /\p{L}/u.test(text) &&
    stems.length > 0 &&
    !stems.every((stem) => GENERAL.test(stem)) &&
    rows.length <= MAX_ROWS
  );
}

/** A line that has several names is a table of its own: a printed dictionary. */
function splitLines(values: readonly SourceValue[]): (readonly SourceValue[])[] {
  if (values[0]?.group.kind === 'table') return [values];
  const lines = [...Map.groupBy(values, ({ at }) => at[0]).values()];
  return [lines.filter(({ length }) => length === 1).flat(), ...lines.filter(({ length }) => length > 1)];
}

/** A text of more rows is a kind of them. */
const MAX_ROWS = 100;

/**
 * Null for lines that are not of one kind, such as a number of rows above a mean. A table of one row has a name that can lead
 * to it, and no order in which it could be at an end.
 */
function readTable(group: SourceGroup, values: readonly SourceValue[]): NamedTable | null {
  const isTable = group.kind === 'table';
  const totals = new Set(values.filter(({ row }) => row.names?.some(isTotal)));
  const table = { group, rows: [] as NamedRow[], columns: [] as NamedColumn[], nameAt: -1, totals };
  const byRow = Map.groupBy(values, ({ at, row }) => (isTable ? at[0] : `${at[0]} ${row.text}`));
  if (!isTable && (byRow.size < 2 || !isOfOneKind(values))) return null;
  for (const own of byRow.values()) table.rows.push({ table, names: own[0]?.row.names ?? [], values: own });
  for (const own of Map.groupBy(values, ({ at }) => (isTable ? at[1] : 0)).values()) {
    const [first] = own;
    // A cell with two numbers, such as a range, has no place in an order.
    const isPlain = new Set(own.map(({ row, at }) => `${at[0]} ${row.text}`)).size === own.length;
    if (first && isPlain && isOfOneUnit(own)) table.columns.push({ label: first.column, values: own });
  }
  const [only, ...others] = table.columns;
  if (only && others.length === 0 && only.label.text === '')
    table.columns[0] = { ...only, label: readTitle(only.values[0]?.around ?? only.label) };
  if (table.rows.length < 2) return table;
  const width = table.rows.reduce((most, { names }) => Math.max(most, names.length), 0);
  table.nameAt = Array.from({ length: width }, (_, at) => at).findIndex((at) => isKey(table.rows, at));
  return table;
}

/** Of a dictionary, what is before and after it. */
function readTitle(around: Label): Label {
  return around.text.includes('{') ? createLabel(around.text.replace(/\{[^}]*\}?/, ' ')) : around;
}

function isOfOneKind(values: readonly SourceValue[]): boolean {
  const [first] = values;
  return isOfOneUnit(values) && values.every(({ step }) => step < 1 === (first?.step ?? 1) < 1);
}

function isOfOneUnit(values: readonly SourceValue[]): boolean {
  const [first] = values;
  return values.every(
    ({ unit: { unit, multiplier } }) =>
      unit?.dimension === first?.unit.unit?.dimension &&
      unit?.factor === first?.unit.unit?.factor &&
      multiplier === first?.unit.multiplier,
  );
}

function isKey(rows: readonly NamedRow[], at: number): boolean {
  const keys = rows.map(({ names }) =>
    readNameTokens(names[at] ?? '')
      .map(({ stem }) => stem)
      .join(' '),
  );
  return keys.every((key) => key !== '') && new Set(keys).size === keys.length;
}

const TOTAL =
  /^(?:all|others?|rest|remainder|unknown|grand|overall|gesamt|summe|alle|sonstige|tous|autres?|todos|otros)(?!\p{L})/iu;

function isTotal(name: string): boolean {
  return (
    TOTAL.test(name) ||
    [...readStems(name)].some((stem) => /^(?:sum|mean|median|count|deviation)$/.test(stem))
  );
}
