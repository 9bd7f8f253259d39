/** Rows that have names: of data, of printed lines, and of printed dictionaries. */
import type { SourceValue } from '../source/source-value.ts';
import { readStems } from '../text/words.ts';
import { type NameToken, readNameTokens } from './name-tokens.ts';

export interface NamedRow {
  /** All texts that the row has. */
  readonly names: readonly string[];
  readonly values: readonly SourceValue[];
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
  for (const row of [...Map.groupBy(named, ({ group }) => group).values()]
    .flatMap(splitLines)
    .flatMap(readRows)) {
    for (const text of new Set(row.names)) {
      const known = byText.get(text);
      if (known) known.rows.push(row);
      else byText.set(text, { text, tokens: readNameTokens(text), rows: [row] });
    }
  }
  const names = [...byText.values()].filter(isDistinctive);
  return Map.groupBy(names, ({ tokens }) => tokens[0]?.stem ?? '');
}

const MAX_NAME = 60;
/** Words for many things, and those of statistics. */
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

/** None of lines that are not of one kind, such as a number of rows above a mean. */
function readRows(values: readonly SourceValue[]): NamedRow[] {
  const isTable = values[0]?.group.kind === 'table';
  const byRow = Map.groupBy(values, ({ at, row }) => (isTable ? at[0] : `${at[0]} ${row.text}`));
  if (!isTable && (byRow.size < 2 || !isOfOneKind(values))) return [];
  return [...byRow.values()].map((own) => ({ names: own[0]?.row.names ?? [], values: own }));
}

function isOfOneKind(values: readonly SourceValue[]): boolean {
  const [first] = values;
  return values.every(
    ({ unit: { unit, multiplier }, step }) =>
      step < 1 === (first?.step ?? 1) < 1 &&
      unit?.dimension === first?.unit.unit?.dimension &&
      unit?.factor === first?.unit.unit?.factor &&
      multiplier === first?.unit.multiplier,
  );
}
