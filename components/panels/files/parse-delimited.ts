/** The beginning of a CSV or TSV file as a table: RFC 4180, with the separators that spreadsheets write. */
import { MAX_PAGE_COLUMNS, MAX_PAGE_ROWS, MAX_VALUE_LENGTH } from '../../../lib/protocol/table-bounds.ts';
import type { TablePage } from '../../../lib/protocol/table-page.ts';

const SEPARATORS = [',', ';', '\t', '|'];
/** How many lines the separator is judged by. */
const SAMPLE_LINES = 10;
/** What `pandas.read_csv` reads as a missing value. */
const MISSING = new Set(
  '|#N/A|#N/A N/A|#NA|-1.#IND|-1.#QNAN|-NaN|-nan|1.#IND|1.#QNAN|<NA>|N/A|NA|NULL|NaN|None|n/a|nan|null'.split(
    '|',
  ),
);

/** `isCut`: the text ends in the middle of the file, so its last line is incomplete. */
export function parseDelimited(text: string, isCut: boolean): TablePage {
  const plain = text.replace(/^\ufeff/, '');
  const lines = [...splitLines(plain, findSeparator(plain))];
  if (isCut && lines.length > 1) lines.pop();
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
      kind: isNumeric(index) ? 'number' : 'text',
      isNumeric: isNumeric(index),
    })),
    index: [],
    rows: shown.map((row, position) => ({
      position,
      labels: [],
      values: places.map((index) => (row[index] === undefined || row[index] === '' ? null : cut(row[index]))),
    })),
    rowCount: isCut ? null : rows.length,
    matchCount: isCut ? null : rows.length,
    columnCount: width,
    rowOffset: 0,
    columnOffset: 0,
  };
}

/** As `pandas.read_csv` names them: the second `a` is `a.1`, a column without a name `Unnamed: 3`. */
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

/** The one that splits most of the first lines into the same number of fields. */
function findSeparator(text: string): string {
  let best = { separator: ',', lineCount: 0, width: 1 };
  for (const separator of SEPARATORS) {
    const lineCounts = new Map<number, number>();
    let read = 0;
    for (const { length } of splitLines(text, separator)) {
      if (length > 1) lineCounts.set(length, (lineCounts.get(length) ?? 0) + 1);
      if (++read === SAMPLE_LINES) break;
    }
    for (const [width, lineCount] of lineCounts) {
      if ((lineCount - best.lineCount || width - best.width) > 0) best = { separator, lineCount, width };
    }
  }
  return best.separator;
}

/** Without empty lines. Text between the end of a quoted field and the next separator is dropped: `"a" b,` is `a`. */
function* splitLines(text: string, separator: string): Generator<string[]> {
  const end = `${separator}\\r\\n`;
  const field = new RegExp(`(?:"([^"]*(?:""[^"]*)*)(?:"[^${end}]*|$)|([^${end}]*))(\\r\\n|[${end}]|$)`, 'g');
  let fields: string[] = [];
  for (const [, quoted, plain = '', ending] of text.matchAll(field)) {
    fields.push(quoted?.replaceAll('""', '"') ?? plain);
    if (ending === separator) continue;
    if (fields.length > 1 || fields[0] !== '') yield fields;
    fields = [];
  }
}

function cut(value: string): string {
  return value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH - 1)}…` : value;
}
