/** What is in a file, in few words for a model: how it is read, its columns with their types and values, and what is odd about it. */
import type { FileFormat } from '../../protocol/tables/file-format.ts';
import type { FileHead } from '../../protocol/tables/file-head.ts';
import type { KeyOverlap } from '../../protocol/tables/key-overlap.ts';
import type { ColumnFacts, TableFacts } from '../../protocol/tables/table-facts.ts';
import { formatBytes } from '../../util/format-bytes.ts';
import { pluralize } from '../../util/pluralize.ts';

/** About 300 tokens. */
const MAX_LENGTH = 1_200;
/** Rows that a head has at most: there may be more. */
const HEAD_ROWS = 5_000;
const MAX_VALUES = 3;
const MAX_VALUE_LENGTH = 24;
/** Half of it at most. */
const MAX_KEYS_LENGTH = 600;

/** `overlaps`: how far its columns match those of other files. */
export function describeProfile(head: FileHead, overlaps: readonly KeyOverlap[] = []): string {
  const { format, tables, rowCount } = head;
  const shown = tables.slice(0, 4);
  const keys = takeLines(overlaps.map(describeOverlap), MAX_KEYS_LENGTH);
  const each = Math.floor((MAX_LENGTH - keys.join('\n').length) / shown.length);
  const lines = shown.map((table, at) =>
    [nameTable(format, at), describeTable(table, rowCount, each)].filter(Boolean).join(': '),
  );
  const more = tables.length - shown.length;
  const last = more > 0 ? `and ${pluralize(more, 'more table')}` : '';
  return [describeLarge(head), describeFormat(format), ...lines, last, ...keys]
    .filter((line) => line !== '')
    .join('\n');
}

/** The rest of a prompt follows from the code that it names: nothing else says that there is such a way. */
function describeLarge({ large }: FileHead): string {
  if (!large) return '';
  const sizes = `about ${formatBytes(large.bytes)} as a table, of which loading takes twice; the kernel may take ${formatBytes(large.memoryBytes)}`;
  const how = large.query === null ? 'read it in pieces' : `query it instead, as in \`${large.query}\``;
  return `too large for memory: do not load it whole; ${how} (${sizes})`;
}

/** The first that fit. */
function takeLines(lines: readonly string[], maxLength: number): string[] {
  let length = 0;
  return lines.filter((line) => {
    length += line.length;
    return length <= maxLength;
  });
}

function describeOverlap(overlap: KeyOverlap): string {
  const { from, to, rows, isCut, matched, looser, repeated, isMixed } = overlap;
  const [own, other] = [from, to].map(({ table, column }) =>
    [table, column].flatMap((name) => (name === '' ? [] : nameColumn({ name }))).join('.'),
  );
  const found = matched === rows ? 'all' : count(matched);
  const of = isCut ? ' of the first' : matched === rows ? '' : ' of';
  return [
    `${found}${of} ${pluralize(rows, 'row')} have their ${own} in ${to.file} (${other})`,
    ...looser.map((each) => {
      const ignored = each.how === 'zeros' ? 'leading zeros' : each.how;
      return `${count(each.rows)} more would without regard to ${ignored}`;
    }),
    isMixed ? 'one column has numbers, the other text' : '',
    repeated > 0
      ? `${pluralize(repeated, 'row')} there ${repeated === 1 ? 'repeats' : 'repeat'} a value`
      : '',
  ]
    .filter((part) => part !== '')
    .join('; ');
}

const count = (rows: number): string => rows.toLocaleString('en');

function describeFormat(format: FileFormat): string {
  if (format.kind !== 'delimited') return '';
  const { separator, decimal, encoding, skippedLines, codes, keepsNa } = format;
  return [
    `separated by ${JSON.stringify(separator)}`,
    decimal === ',' ? 'decimal commas' : '',
    /^utf-?8$/i.test(encoding) ? '' : encoding,
    skippedLines > 0 ? `${pluralize(skippedLines, 'line')} before the header` : '',
    codes.length > 0 ? `codes with leading zeros in ${codes.join(', ')}` : '',
    keepsNa.length > 0 ? `NA is a code in ${keepsNa.join(', ')}` : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

function nameTable(format: FileFormat, at: number): string {
  if (format.kind === 'sqlite') return `table ${format.tables[at]?.name ?? ''}`;
  if (format.kind !== 'workbook') return '';
  const { name = '', header = 0 } = format.sheets[at] ?? {};
  return `sheet ${JSON.stringify(name)}, header in row ${header + 1}`;
}

function describeTable(table: TableFacts, rowCount: number | null, maxLength: number): string {
  const { rows, columns, hiddenColumns } = table;
  const first = `of which the first ${count(HEAD_ROWS)} were read`;
  const all = rowCount === null ? `${count(HEAD_ROWS)} rows or more` : pluralize(rowCount, 'row');
  const size = `${rows >= HEAD_ROWS && rows !== rowCount ? `${all}, ${first}` : pluralize(rows, 'row')}, ${pluralize(columns.length + hiddenColumns, 'column')}`;
  const head = [size, ...listOddities(table)].join('; ');
  return `${head}\n${listColumns(columns, hiddenColumns, maxLength - head.length)}`;
}

function listOddities(table: TableFacts): string[] {
  const { repeatedRows = 0, skippedLines, emptyRows, endsWithTotals, mergedNumbers } = table;
  return [
    endsWithTotals ? 'the last row adds up the others' : '',
    repeatedRows > 0 ? `${pluralize(repeatedRows, 'row')} repeat others` : '',
    emptyRows > 0 ? `${pluralize(emptyRows, 'empty row')}` : '',
    skippedLines > 0 ? `${pluralize(skippedLines, 'line')} with too many fields` : '',
    mergedNumbers.length > 0 ? `merged cells in ${mergedNumbers.join(', ')}` : '',
  ].filter((part) => part !== '');
}

/** Lists the columns that fit in full, and the others by name and type; of very many, it lists only names, by type. */
function listColumns(columns: readonly ColumnFacts[], hidden: number, maxLength: number): string {
  const names = columns.map((column) => `${nameColumn(column)} ${nameType(column)}`);
  const more = hidden > 0 ? [`and ${hidden} more`] : [];
  let length = names.reduce((sum, name) => sum + name.length + 2, 0);
  if (length > maxLength) {
    const byType = Array.from(Map.groupBy(columns, nameType));
    return [...byType.map(([type, group]) => `${type}: ${group.map(nameColumn).join(', ')}`), ...more].join(
      '; ',
    );
  }
  const lines = columns.map((column, at) => {
    const name = names[at] ?? '';
    const full = [name, ...listFacts(column)].join(', ');
    if (length + full.length - name.length > maxLength) return name;
    length += full.length - name.length;
    return full;
  });
  return [...lines, ...more].join('; ');
}

const nameColumn = ({ name }: Pick<ColumnFacts, 'name'>): string =>
  /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) ? name : JSON.stringify(name);

function nameType(column: ColumnFacts): string {
  const type = column.type === 'number' && column.isInteger ? 'integer' : column.type;
  return describeReading(column) || type;
}

function listFacts(column: ColumnFacts): string[] {
  const { type, span, unit, missing, unique, values, infinite, placeholders } = column;
  const shown = values.slice(0, MAX_VALUES).map((value) => JSON.stringify(value.slice(0, MAX_VALUE_LENGTH)));
  const isWhole = unique <= shown.length;
  return [
    span ? `${span.first} to ${span.last}` : '',
    unit ? `in ${unit}` : '',
    type === 'text' || type === 'boolean'
      ? `${isWhole ? '' : `${unique} distinct, such as `}${shown.join(', ')}`
      : '',
    missing > 0 ? `${missing} missing` : '',
    infinite > 0 ? `${infinite} infinite` : '',
    ...placeholders.map(({ value, count }) => `${value} in ${pluralize(count, 'row')} may mean missing`),
  ].filter((part) => part !== '');
}

function describeReading({ reading }: ColumnFacts): string {
  switch (reading?.as) {
    case 'date':
      return `dates as text, ${reading.format}${reading.isUndecided ? ', days or months first' : ''}${toLost(reading.lost)}`;
    case 'number':
      return `numbers as text${toLost(reading.lost)}`;
    case 'duration':
      return 'durations as text';
    case 'spelling':
      return `text, ${reading.before} spellings of ${reading.after} values`;
    case 'text':
      return reading.holds;
    default:
      return '';
  }
}

const toLost = (lost: number): string => (lost > 0 ? `, but for ${pluralize(lost, 'distinct value')}` : '');
