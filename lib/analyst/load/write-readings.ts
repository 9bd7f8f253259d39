/** The cell that turns text into the dates and numbers it evidently is, spellings of a value into one, and leaves out empty rows and a row of totals. */
import type { ColumnFacts, ColumnReading, TableFacts } from '../../protocol/tables/table-facts.ts';
import type { Move } from '../write/move.ts';
import { writeText } from '../write/python-code.ts';

/** Of a column of times such as `0:43:41` once it is read. */
export const DURATION_UNIT = 'min';

/** Null where every column is as it should be. */
export function writeReadings({ name, columns, emptyRows, endsWithTotals }: TableFacts): Move | null {
  const read = columns.filter((column) => column.reading !== null);
  if (read.length === 0 && emptyRows === 0 && !endsWithTotals) return null;
  const lines = [
    // Without empty rows, a column of true and false is one again.
    ...(emptyRows > 0 ? [`${name} = ${name}.dropna(how="all").infer_objects()`] : []),
    ...(endsWithTotals ? [`${name} = ${name}.iloc[:-1].copy()`] : []),
    ...read.map((column) => `${name}[${writeText(column.name)}] = ${writeReading(name, column)}`),
  ];
  const units = columns.flatMap(({ name: title, reading, unit }) => {
    const read = reading?.as === 'duration' ? DURATION_UNIT : reading?.as === 'number' && reading.unit;
    const found = read || unit;
    return found && !title.includes(found) ? [`${writeText(title)}: ${writeText(found)}`] : [];
  });
  const noted = units.length > 0 ? [`${name}.attrs["units"] = {${units.join(', ')}}`] : [];
  const [rows, are] = emptyRows === 1 ? ['row', 'is'] : ['rows', 'are'];
  const empty = `${emptyRows.toLocaleString('en-US')} ${rows} of \`${name}\` ${are} empty and left out.`;
  const total = `The last row of \`${name}\` is the total of the rows above it and is left out.`;
  const left = [...(emptyRows > 0 ? [empty] : []), ...(endsWithTotals ? [total] : [])];
  const say = [...listSentences(read), ...left].join('\n');
  return { say, code: [...lines, ...noted, `${name}.dtypes`].join('\n') };
}

function writeReading(table: string, { name, type, reading }: ColumnFacts): string {
  const column = `${table}[${writeText(name)}]`;
  switch (reading?.as) {
    case 'date':
      return writeDates(type === 'number' ? `${column}.astype("Int64").astype(str)` : column, reading);
    case 'number':
      return `pd.to_numeric(${column}${reading.steps.map(writeStep).join('')}${isLenient(reading) ? ', errors="coerce"' : ''})`;
    case 'duration':
      return `pd.to_timedelta(${column}${isLenient(reading) ? ', errors="coerce"' : ''}).dt.total_seconds() / 60`;
    case 'plain': {
      const plain = `${column}.astype(${writeText(reading.type)})`;
      return reading.type === 'object' ? `${plain}.where(${column}.notna(), None)` : plain;
    }
    case 'spelling': {
      const pairs = Object.entries(reading.replaced).map(
        ([from, to]) => `${writeText(from)}: ${writeText(to)}`,
      );
      const strip = reading.hasBlanks ? '.str.strip()' : '';
      return `${column}${strip}${pairs.length > 0 ? `.replace({${pairs.join(', ')}})` : ''}`;
    }
    default:
      return `${column}.map(str, na_action="ignore")`;
  }
}

function writeDates(text: string, reading: Extract<ColumnReading, { as: 'date' }>): string {
  const source = reading.isTurned ? `${text}${TURN}` : text;
  const options = [
    `format=${writeText(reading.format)}`,
    ...(reading.format === 'mixed' && reading.isDayFirst && !reading.isTurned ? ['dayfirst=True'] : []),
    ...(isLenient(reading) ? ['errors="coerce"'] : []),
    ...(reading.hasZones ? ['utc=True'] : []),
  ];
  const local = reading.hasZones ? '.dt.tz_localize(None)' : '';
  return `pd.to_datetime(${[source, ...options].join(', ')})${local}`;
}

/** With the day first, pandas would read `2024-01-10` as October 1. */
const TURN = '.str.replace(r"^\\s*(\\d{1,2})[-/.](\\d{1,2})[-/.](\\d{4})", r"\\3-\\2-\\1", regex=True)';

function isLenient({ lost, marks }: { lost: number; marks: readonly string[] }): boolean {
  return lost > 0 || marks.length > 0;
}

function writeStep([pattern, written]: readonly [string, string]): string {
  const regex = /[\\^$.|?*+()[\]{}]/.test(pattern) ? ', regex=True' : '';
  return `.str.replace(${writePattern(pattern)}, ${writePattern(written)}${regex})`;
}

/** With blanks that do not break lines written as what they are. */
function writePattern(text: string): string {
  if (text.includes('\\')) return `r"${text}"`;
  return writeText(text).replaceAll('\u00a0', '\\u00a0').replaceAll('\u202f', '\\u202f');
}

const READ_AS = {
  date: 'dates',
  number: 'numbers',
  duration: 'times that something took, in minutes',
  plain: 'plain values',
} as const;

function listSentences(columns: readonly ColumnFacts[]): string[] {
  const kinds = Object.entries(READ_AS).flatMap(([as, words]) => {
    const names = columns.flatMap(({ name, reading }) => (reading?.as === as ? [code(name)] : []));
    return names.length > 0 ? [`${names.join(', ')} as ${words}`] : [];
  });
  return [
    ...(kinds.length > 0 ? [`I read ${kinds.join(' and ')}.`] : []),
    ...columns.flatMap(({ name, reading }) => explain(code(name), reading)),
  ];
}

/** Without a meaning in Markdown. */
function escapeMarks(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>]/g, '\\$&');
}

/** In one line: outer blanks are seen between the marks. */
function quote(text: string): string {
  return `"${escapeMarks(text.replaceAll(/\s/g, ' '))}"`;
}

function explain(name: string, reading: ColumnReading | null): string[] {
  if (reading?.as === 'text') return [`${name} holds ${reading.holds}, which are read as text.`];
  if (reading?.as === 'spelling') {
    const { before, after, changed, examples } = reading;
    const shown = examples.map(([from, to]) => `${quote(from)} is ${quote(to)}`).join(', ');
    const more = changed > examples.length ? `, and ${changed - examples.length} more` : '';
    return [
      `${name}: ${before} spellings are ${after} ${after === 1 ? 'value' : 'values'}${shown === '' ? '' : ` (${shown}${more})`}; letter case and outer blanks are ignored.`,
    ];
  }
  if (reading === null || reading.as === 'plain') return [];
  const { marks } = reading;
  return [
    ...(reading.as === 'date' && reading.isUndecided
      ? [
          `Nothing in ${name} tells whether the day or the month comes first: I read the ${reading.isDayFirst ? 'day' : 'month'} first.`,
        ]
      : []),
    ...(reading.as === 'number' ? explainMark(name, reading) : []),
    ...(reading.as === 'date' && reading.hasZones ? [`${name} is in UTC.`] : []),
    ...(marks.length > 0
      ? [`In ${name}, ${marks.map((mark) => `"${mark}"`).join(' and ')} counts as missing.`]
      : []),
    ...explainLost(name, reading),
  ];
}

function explainMark(
  name: string,
  { openMark, decimal }: Extract<ColumnReading, { as: 'number' }>,
): string[] {
  if (openMark === null) return [];
  const marks = openMark === '.' ? 'dots' : 'commas';
  const read =
    openMark === decimal ? `decimal ${openMark === '.' ? 'points' : marks}` : 'separating thousands';
  return [`In ${name}, I read ${marks} as ${read}.`];
}

/** Names the first of the texts that are lost. */
function explainLost(
  name: string,
  { as, lost, lostTexts }: Extract<ColumnReading, { lost: number }>,
): string[] {
  if (lost === 0) return [];
  const named = lostTexts.map((text) => `"${escapeMarks(text)}"`);
  const others = lost - named.length;
  const texts = others > 0 ? [...named, `${others} other ${others === 1 ? 'text' : 'texts'}`] : named;
  const [last, ...before] = texts.toReversed();
  const listed = before.length > 0 ? `${before.toReversed().join(', ')} and ${last}` : last;
  const [read, counts] = lost === 1 ? [`a ${as}`, 'counts'] : [`${as}s`, 'count'];
  return [`In ${name}, ${listed} cannot be read as ${read} and ${counts} as missing.`];
}

function code(name: string): string {
  return `\`${name}\``;
}
