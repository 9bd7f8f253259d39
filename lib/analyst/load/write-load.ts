/** The cell that reads a file into its tables. */
import type { DatabaseTable, FileFormat, Sheet } from '../../protocol/tables/file-format.ts';
import type { Move } from '../write/move.ts';
import { writeList, writeNames, writeText } from '../write/python-code.ts';
import type { NamedTable } from './name-tables.ts';

type Readable = Exclude<FileFormat, { kind: 'none' }>;
type Workbook = Extract<FileFormat, { kind: 'workbook' }>;
type Database = Extract<FileFormat, { kind: 'sqlite' }>;
type Records = Extract<FileFormat, { kind: 'json' }>;

const SEPARATORS: Readonly<Record<string, string>> = { ';': 'semicolons', '\t': 'tabs', '|': 'bars' };

/** What stands for a missing value where NA does not. */
const NOT_NA = ['', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None'];

/** `isLenient`: leaves out lines that have more fields than the header. */
export function writeLoad(
  file: string,
  format: Readable,
  tables: readonly NamedTable[],
  isLenient: boolean,
): Move {
  const lines = tables.flatMap((table) => writeTable(file, format, table, isLenient));
  const hasMerged = tables.some(({ sheet }) => sheet?.hasMerged);
  const libraries = listLibraries(format, isLenient);
  const imports = [
    ...(libraries.length === 0 ? [] : [...libraries, '']),
    'import pandas as pd',
    ...(hasMerged ? ['from openpyxl import load_workbook\n', FILL_MERGED, writeOpen(file)] : ['']),
    ...(format.kind === 'sqlite' ? [writeConnect(file)] : []),
  ].join('\n');
  if (format.kind === 'sqlite') lines.push('database.close()');
  const show = tables.length === 1 ? `${tables[0]?.name}.head()` : writeSizes(tables);
  const facts = listFacts(format, isLenient);
  const say = facts.length === 0 ? `I load \`${file}\`.` : `I load \`${file}\`: ${facts.join(', ')}.`;
  return { say, code: [imports, ...lines, show].join('\n') };
}

/** pandas reads only the first of merged cells. */
const FILL_MERGED = `
def fill_merged(sheet, first_row):
    """Gives the value of merged cells, which only the first of them has, to those below it."""
    for cells in list(sheet.merged_cells.ranges):
        value = cells.start_cell.value
        if cells.min_row >= first_row:
            sheet.unmerge_cells(cells.coord)
            for row in range(cells.min_row + 1, cells.max_row + 1):
                sheet.cell(row, cells.min_col, value)

`;

function listLibraries(format: Readable, isLenient: boolean): string[] {
  if (format.kind === 'sqlite') return ['import sqlite3', 'from pathlib import Path'];
  if (format.kind === 'json') return ['import json'];
  return leavesOut(format, isLenient) ? ['import warnings'] : [];
}

/** Without creating a database where the file is not there, or changing one. */
function writeConnect(file: string): string {
  return `database = sqlite3.connect(Path(${writeText(file)}).resolve().as_uri() + "?mode=ro", uri=True)`;
}

function writeOpen(file: string): string {
  return `workbook = load_workbook(${writeText(file)}, data_only=True)`;
}

function writeSizes(tables: readonly NamedTable[]): string {
  const sizes = tables.map(({ name }) => `${writeText(name)}: ${name}.shape`);
  return `pd.Series({${sizes.join(', ')}})`;
}

/** What is not as in most files. */
function listFacts(format: Readable, isLenient: boolean): string[] {
  if (format.kind === 'workbook') return listSheetFacts(format);
  if (format.kind === 'sqlite') return listDatabaseFacts(format);
  if (format.kind !== 'delimited') return [];
  const { separator, decimal, encoding, skippedLines, codes, keepsNa } = format;
  const mark = SEPARATORS[separator];
  return [
    ...(mark ? [`${mark} separate its fields`] : []),
    ...(decimal === ',' ? ['numbers have a decimal comma'] : []),
    ...(codes.length > 0
      ? [
          `${codes.map((code) => `\`${code}\``).join(' and ')} ${codes.length === 1 ? 'holds' : 'hold'} codes, not numbers`,
        ]
      : []),
    ...keepsNa.map((name) => `NA in \`${name}\` is a code and not a missing value`),
    ...(encoding.startsWith('utf') ? [] : [`it is not UTF-8, so I read it as ${encoding}`]),
    ...(skippedLines > 0
      ? [`the header is in line ${skippedLines + 1}, and what is above it is left out`]
      : []),
    ...(leavesOut(format, isLenient) ? ['lines with more fields than the header are left out'] : []),
  ];
}

function listSheetFacts({ sheets, withoutTable, hiddenSheets }: Workbook): string[] {
  const named = withoutTable.map((name) => `\`${name}\``);
  const grouped = sheets.filter(({ headerRows }) => headerRows === 2).map(({ name }) => `\`${name}\``);
  return [
    ...(sheets.length > 1 ? [`it has ${sheets.length} sheets with a table each`] : []),
    ...(named.length > 0 ? [`no table is in ${named.join(' and ')}`] : []),
    ...(hiddenSheets > 0
      ? [hiddenSheets === 1 ? 'the other one is left out' : `the other ${hiddenSheets} are left out`]
      : []),
    ...(sheets.some(({ hasMerged }) => hasMerged) ? ['merged cells count in each of their rows'] : []),
    ...(grouped.length > 0 ? [`the header of ${grouped.join(' and ')} has two rows`] : []),
  ];
}

function listDatabaseFacts({ tables, hiddenTables }: Database): string[] {
  const binary = tables.flatMap(({ name, columns, binary: own }) =>
    columns === null ? [] : own.map((column) => `\`${column}\` of \`${name}\``),
  );
  const hold = binary.length === 1 ? 'holds binary values and is' : 'hold binary values and are';
  return [
    ...(tables.length > 1 ? [`it has ${tables.length + hiddenTables} tables`] : []),
    ...(hiddenTables > 0 ? [`the last ${hiddenTables} are left out`] : []),
    ...(binary.length > 0 ? [`${binary.join(' and ')} ${hold} left out`] : []),
  ];
}

function writeTable(
  file: string,
  format: Readable,
  { name, sheet, table }: NamedTable,
  isLenient: boolean,
): string[] {
  const path = writeText(file);
  switch (format.kind) {
    case 'parquet':
    case 'feather':
      return [`${name} = pd.read_${format.kind}(${path})`];
    case 'json':
      return writeRecords(path, format, name);
    case 'sqlite':
      return table === null ? [] : [`${name} = pd.read_sql_query(${writeSelect(table)}, database)`];
    case 'workbook':
      return sheet === null ? [] : writeSheet(path, sheet, name);
    case 'delimited': {
      const options = [
        path,
        ...(format.separator === ',' ? [] : [`sep=${writeText(format.separator)}`]),
        ...(format.decimal === ',' ? ['decimal=","'] : []),
        ...(/^utf-8/.test(format.encoding) ? [] : [`encoding=${writeText(format.encoding)}`]),
        ...(format.skippedLines > 0 ? [`skiprows=${format.skippedLines}`] : []),
        ...(format.codes.length > 0
          ? [`dtype={${format.codes.map((code) => `${writeText(code)}: str`).join(', ')}}`]
          : []),
        ...(format.keepsNa.length > 0 ? [`keep_default_na=False, na_values=${writeNames(NOT_NA)}`] : []),
      ];
      // Tells how to read columns whose dots may separate thousands.
      const mark = format.decimal === ',' ? [`${name}.attrs["decimal"] = ","`] : [];
      return [...writeRead(name, options, leavesOut(format, isLenient)), ...mark];
    }
  }
}

function writeSelect({ name, columns }: DatabaseTable): string {
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const sql = `SELECT ${columns === null ? '*' : columns.map(quote).join(', ')} FROM ${quote(name)}`;
  return /['\\\p{C}]/u.test(sql) ? writeText(sql) : `'${sql}'`;
}

function leavesOut(format: Readable, isLenient: boolean): boolean {
  return format.kind === 'delimited' && (isLenient || format.hasLongLines);
}

/** `isLenient`: the lines that are left out are counted by what pandas says of them; its slower reader takes a function. */
function writeRead(name: string, options: readonly string[], isLenient: boolean): string[] {
  if (!isLenient) return [`${name} = pd.read_csv(${options.join(', ')})`];
  const warned = `${name}_warnings`;
  return [
    `with warnings.catch_warnings(record=True) as ${warned}:`,
    `    ${name} = pd.read_csv(${[...options, 'on_bad_lines="warn"'].join(', ')})`,
    `${name}.attrs["skippedLines"] = sum(`,
    `    str(each.message).count("Skipping line") for each in ${warned}`,
    ')',
  ];
}

function writeSheet(path: string, sheet: Sheet, name: string): string[] {
  const first = sheet.header;
  const rows = sheet.headerRows === 2 ? `[${first}, ${first + 1}]` : String(first);
  const header = rows === '0' ? '' : `, header=${rows}`;
  const gaps = sheet.hasGaps ? '.dropna(how="all").dropna(axis="columns", how="all")' : '';
  const named = writeText(sheet.name);
  const [from, fill] = sheet.hasMerged
    ? ['workbook, engine="openpyxl"', [`fill_merged(workbook[${named}], ${first + sheet.headerRows + 1})`]]
    : [path, []];
  const read = [...fill, `${name} = pd.read_excel(${from}, sheet_name=${named}${header})${gaps}`];
  const { mergedNumbers } = sheet;
  const mark =
    mergedNumbers.length > 0
      ? [`${name}.attrs["mergedNumbers"] = ${writeList(mergedNumbers.map(writeText))}`]
      : [];
  if (sheet.headerRows === 2)
    return [
      ...read,
      `${name}.columns = [`,
      '    " ".join(" ".join(part for part in map(str, title) if not part.startswith("Unnamed: ")).split())',
      `    for title in ${name}.columns`,
      ']',
      ...mark,
    ];
  const titles = `${name}.columns = [" ".join(str(title).split()) for title in ${name}.columns]`;
  return [...read, ...(sheet.hasOddNames ? [titles] : []), ...mark];
}

const RECORDS: Readonly<Record<Exclude<Records['records'], 'lines' | 'features'>, string>> = {
  list: 'pd.json_normalize(data)',
  one: 'pd.json_normalize(data)',
  columns: 'pd.DataFrame(data)',
  'under-key': 'pd.json_normalize(data[KEY])',
  'by-key': 'pd.json_normalize([{"key": key, **value} for key, value in data.items()])',
};

const GEOMETRY = '(feature.get("geometry") or {})';
const EXTRAS: Readonly<Record<Records['extras'][number], string>> = {
  id: '[feature.get("id") for feature in data]',
  geometry: `[${GEOMETRY}.get("type") for feature in data]`,
  longitude: `[${GEOMETRY}.get("coordinates", [None, None])[0] for feature in data]`,
  latitude: `[${GEOMETRY}.get("coordinates", [None, None])[1] for feature in data]`,
};

/** Nested objects become columns with dotted names (`address.city`). */
function writeRecords(path: string, { records, key, extras }: Records, name: string): string[] {
  const open = `with open(${path}, encoding="utf-8-sig") as file:`;
  if (records === 'lines')
    return [
      open,
      '    records = [json.loads(line) for line in file if line.strip()]\n',
      `${name} = pd.json_normalize(records)`,
    ];
  if (records === 'features')
    return [
      open,
      '    data = json.load(file)["features"]\n',
      `${name} = pd.json_normalize([feature.get("properties") or {} for feature in data])`,
      ...extras.map((extra) => `${name}["${extra}"] = ${EXTRAS[extra]}`),
    ];
  const table = RECORDS[records].replace('KEY', () => writeText(key ?? ''));
  return [open, '    data = json.load(file)\n', `${name} = ${table}`];
}
