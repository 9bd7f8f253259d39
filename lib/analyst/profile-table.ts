/** The profile cell: one table of what each column holds, which the analyst also reads back. */
import { type Analysis, GiveUp, runCell } from './analysis.ts';
import type { Column, ColumnKind } from './dataset.ts';
import { dataRows, type HtmlTable, readCell } from './html-table.ts';
import type { Loaded } from './loaded.ts';

/** Columns profiled; a table wider than this is read in part. */
export const MAX_PROFILED_COLUMNS = 300;
/** From this width on fewer examples are shown, to keep the table readable. */
const WIDE_COLUMNS = 60;
const EXAMPLES = 12;
const MAX_CELL_CHARACTERS = 160;

/** Shows dtypes, gaps, distinct values and examples. Lists inside cells (nested JSON) are compared as text. */
export function* profileTable(loaded: Loaded): Analysis<Column[]> {
  const say = `The table has ${loaded.rows} rows and ${loaded.columnCount} columns. Next, I check types, missing values, and typical values.`;
  let observation = yield { say, code: writeProfile(loaded.columnCount) };
  if (!observation.ok && /unhashable/.test(observation.errorMessage)) {
    observation = yield* runCell({
      say: 'Some cells hold lists, which cannot be counted as they are; I turn those columns into text.',
      code: [
        'nested = [name for name in df if df[name].map(lambda value: isinstance(value, (list, dict))).any()]',
        'df[nested] = df[nested].astype(str)',
        writeProfile(loaded.columnCount),
      ].join('\n'),
    });
  }
  const table = observation.tables.at(-1);
  if (!table) {
    throw new GiveUp('I could not read the overview of the columns back, so I cannot continue.');
  }
  return dataRows(table).map((row) => readColumn(table, row.label, loaded.rows));
}

function writeProfile(columnCount: number): string {
  const examples = columnCount > WIDE_COLUMNS ? 3 : EXAMPLES;
  const shown = columnCount > MAX_PROFILED_COLUMNS ? `profile.head(${MAX_PROFILED_COLUMNS})` : 'profile';
  return [
    'def ignore_case(values):',
    '    texts = all(isinstance(value, str) for value in values)',
    '    folded = {value.strip().casefold() for value in values} if texts else set(values)',
    '    return len({value[0] for value in folded}) if folded and folded <= {"yes", "y", "no", "n"} else len(folded)',
    '',
    'profile = pd.DataFrame({',
    '    "dtype": df.dtypes.astype(str),',
    '    "missing": df.isna().sum(),',
    '    "unique": df.nunique(),',
    '    "ignoring case": [ignore_case(df[name].dropna().unique()) for name in df],',
    `    "examples": [" | ".join(map(str, df[name].value_counts().index[:${examples}])) for name in df],`,
    '})',
    `with pd.option_context("display.max_rows", None, "display.max_colwidth", ${MAX_CELL_CHARACTERS}):`,
    `    display(${shown})`,
  ].join('\n');
}

function readColumn(table: HtmlTable, name: string, rows: number): Column {
  const dtype = readCell(table, name, 'dtype') ?? '';
  const missing = Number(readCell(table, name, 'missing'));
  const folded = readCell(table, name, 'ignoring case');
  const joined = readCell(table, name, 'examples') ?? '';
  const examples = joined === '' ? [] : joined.split(' | ');
  // A cell cut at the display width ends in dots: its last value is not whole.
  if (joined.length >= MAX_CELL_CHARACTERS - 4 && joined.endsWith('...')) examples.pop();
  const kind = missing === rows ? 'empty' : toKind(dtype);
  return {
    name: unescapeLabel(name),
    kind,
    integer:
      kind === 'number' && (/int/i.test(dtype) || examples.every((text) => /^-?\d+(\.0)?$/.test(text))),
    missing,
    unique: Number(readCell(table, name, 'unique')),
    examples,
    span: null,
    ...(folded === null ? {} : { folded: Number(folded) }),
  };
}

/** Pandas shows control characters in labels as escapes. */
function unescapeLabel(label: string): string {
  return label.replaceAll('\\t', '\t').replaceAll('\\n', '\n').replaceAll('\\r', '\r');
}

function toKind(dtype: string): ColumnKind {
  if (/^(u?int|float|decimal)/i.test(dtype)) return 'number';
  if (/^bool/i.test(dtype)) return 'boolean';
  if (/^(datetime|period|date)/i.test(dtype)) return 'date';
  return 'text';
}
