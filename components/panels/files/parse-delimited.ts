/** The head of a CSV or TSV file as a table. RFC 4180, with the separators that spreadsheets write. */
import { MAX_PAGE_COLUMNS, MAX_PAGE_ROWS, MAX_VALUE_LENGTH } from '../../lib/protocol/table-bounds.ts';
import type { TablePage } from '../../lib/protocol/table-page.ts';

const SEPARATORS = [',', ';', '\t', '|'];
/** What does not come in the head of a table of many columns. */
const MAX_FIELDS = 200_000;

/** What `pandas.read_csv` takes for a missing value. */
const MISSING = new Set(
  '|#N/A|#N/A N/A|#NA|-1.#IND|-1.#QNAN|-NaN|-nan|1.#IND|1.#QNAN|<NA>|N/A|NA|NULL|NaN|None|n/a|nan|null'.split(
    '|',
  ),
);

/** `isCut`: the text ends in the midst of the file, so its last line is not whole. */
export function parseDelimited(text: string, isCut: boolean): TablePage {
  const plain = text.replace(/^\ufeff/, '');
  const { lines, isWhole } = splitFields(plain, findSeparator(plain));
  const isPart = isCut || !isWhole;
  if (isPart && lines.length > 1) lines.pop();
  const [header = [], ...rows] = lines;
  const width = Math.max(header.length, ...rows.slice(0, MAX_PAGE_ROWS).map((row) => row.length));
  const count = Math.min(width, MAX_PAGE_COLUMNS);
  const shown = rows.slice(0, MAX_PAGE_ROWS);
  const isNumeric = (index: number) => {
    const values = shown.map((row) => row[index] ?? '').filter((value) => !MISSING.has(value));
    return (
      values.length > 0 && values.every((value) => /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(value))
    );
  };
  const names = toColumnNames(header.slice(0, MAX_PAGE_COLUMNS));
  const places = Array.from({ length: count }, (_, index) => index);
  return {
    columns: places.map((index) => ({
      name: cut(names[index] ?? ''),
      type: '',
      isNumeric: isNumeric(index),
    })),
    rows: shown.map((row) => ({
      label: null,
      values: places.map((index) => (row[index] === undefined || row[index] === '' ? null : cut(row[index]))),
    })),
    rowCount: isPart ? null : rows.length,
    columnCount: width,
    rowOffset: 0,
    columnOffset: 0,
  };
}

/** As `pandas.read_csv` calls them: the second `a` is `a.1`, one without a name `Unnamed: 3`. */
function toColumnNames(header: readonly string[]): string[] {
  const taken = new Set(header);
  const counts = new Map<string, number>();
  return header.map((written, index) => {
    const name = written === '' ? `Unnamed: ${index}` : written;
    let count = counts.get(name) ?? 0;
    let own = name;
    // A later column may be called `a.1` in the file itself.
    while (count > 0 && (own === name || taken.has(own))) own = `${name}.${count++}`;
    counts.set(name, Math.max(count, 1));
    taken.add(own);
    return own;
  });
}

/** The one that parts the first line into the most fields. */
function findSeparator(text: string): string {
  const line = text.slice(0, text.search(/[\r\n]|$/));
  const counts = SEPARATORS.map((separator) => line.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

function splitFields(text: string, separator: string): { lines: string[][]; isWhole: boolean } {
  const lines: string[][] = [];
  let fields: string[] = [];
  let at = 0;
  for (let count = 0; at < text.length && count < MAX_FIELDS; count++) {
    const isQuoted = text[at] === '"';
    const end = isQuoted ? findQuoteEnd(text, at) : findEnd(text, at, separator);
    const raw = isQuoted ? text.slice(at + 1, end).replaceAll('""', '"') : text.slice(at, end);
    const after = isQuoted ? findEnd(text, end + 1, separator) : end;
    fields.push(raw);
    at = after + 1;
    if (text[after] === separator && at < text.length) continue;
    if (text[after] === separator) fields.push('');
    if (text[after] === '\r' && text[at] === '\n') at++;
    // An empty line is no row.
    if (fields.length > 1 || fields[0] !== '') lines.push(fields);
    fields = [];
  }
  return { lines, isWhole: at >= text.length };
}

function findEnd(text: string, start: number, separator: string): number {
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === separator || character === '\n' || character === '\r') return at;
  }
  return text.length;
}

/** The quote that ends a quoted field; the end of the text where there is none. */
function findQuoteEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] !== '"') continue;
    if (text[at + 1] !== '"') return at;
    at++;
  }
  return text.length;
}

function cut(value: string): string {
  return value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH - 1)}…` : value;
}
