/**
 * The code that computes a query once more, in SQL by SQLite from the values of the same tables, and compares by value with
 * what the result cell shows. It needs pandas and the standard library alone and leaves no name behind. What hinders it is
 * printed as `NOT CHECKED`.
 */

import { findGroup } from '../../../lib/analyst/query/find-group.ts';
import { listTables } from '../../../lib/analyst/query/list-tables.ts';
import type { Query, Table } from '../../../lib/analyst/query/query.ts';
import { readKinds } from '../../../lib/analyst/write/column-kind.ts';
import { writeCall, writeList, writeText } from '../../../lib/analyst/write/python-code.ts';
import { NoSql } from './no-sql.ts';
import { writeFunctions } from './sql-functions.ts';
import { listOrders, toSql } from './to-sql.ts';

/** The function of the cell, which it deletes again. */
const CALLED = '_compute_again';

/** `shown`: the code of the result, the last line of the result cell. Null for a query that has no SQL. */
export function writeCheck(query: Query, tables: readonly Table[], shown: string): string | null {
  try {
    return writeCode(query, takeColumns(query, tables), shown);
  } catch (error) {
    if (error instanceof NoSql) return null;
    throw error;
  }
}

/** The tables of a query with the columns that it uses. */
function takeColumns(query: Query, tables: readonly Table[]): Table[] {
  const names = listTables(query.rows);
  const written = JSON.stringify([query.rows, query.ask]);
  const isWhole = usesAll(query);
  return tables
    .filter(({ name }) => names.includes(name))
    .map((table) => {
      const columns = table.columns.filter(({ name }) => isWhole || written.includes(JSON.stringify(name)));
      return { ...table, columns: columns.length > 0 ? columns : table.columns.slice(0, 1) };
    });
}

/** Whether columns are used that the query does not name; a column of a joined table may have a name made of two. */
function usesAll({ rows, ask }: Query): boolean {
  const isRaw = findGroup(rows) === null;
  const isListed = ask.kind === 'table' && ask.columns === null;
  const takesRows = isListed || ask.kind === 'missing';
  return (isRaw && takesRows) || /"kind":"(distinct|join)"/.test(JSON.stringify(rows));
}

function writeCode(query: Query, tables: readonly Table[], shown: string): string {
  const { asked, expected, places } = readExpected(query, tables);
  const sql = toSql(asked, tables);
  const { imports, code } = writeFunctions(sql);
  const frames = tables.map(
    ({ name, columns }) => `${name}[${writeList(columns.map((column) => writeText(column.name)))}]`,
  );
  const names = tables.map((_, at) => (tables.length === 1 ? 'table' : `table_${at + 1}`));
  return [
    `def ${CALLED}(${['result', ...names].join(', ')}):`,
    ...indent([
      'import math',
      'import sqlite3',
      ...imports,
      '',
      'import pandas as pd',
      '',
      ...PLAIN,
      '',
      ...ROWS,
      '',
      ...LOAD,
      '',
      ...COMPARE,
      '',
      'sizes, largest = [], []',
      'database = sqlite3.connect(":memory:")',
      ...code,
      ...tables.map(({ name }, at) => `load(${writeText(name)}, ${names[at]})`),
      `ours = ${expected}`,
      `found = database.execute(${writeText(sql)}).fetchall()`,
      `return compare(ours, found${places.length > 0 ? `, ${writeList(places.map(String))}` : ''})`,
    ]),
    '',
    '',
    'try:',
    ...indent(`print(${writeCall(CALLED, [shown, ...frames])})`.split('\n')),
    `except Exception as ${CALLED}_error:`,
    `    print(f"NOT CHECKED: it stopped with {type(${CALLED}_error).__name__}")`,
    'finally:',
    `    del ${CALLED}`,
  ].join('\n');
}

interface Expected {
  /** The query whose SQL has the same rows and columns. */
  readonly asked: Query;
  /** Python of the rows of the result. */
  readonly expected: string;
  /** Columns whose values have to come in the same order. */
  readonly places: readonly number[];
}

function readExpected(query: Query, tables: readonly Table[]): Expected {
  const { rows, ask } = query;
  const kinds = readKinds(rows, tables);
  const plain = (expected: string): Expected => ({ asked: query, expected, places: [] });
  const select = (columns: readonly string[]) => `rows_of(result[${writeList(columns.map(writeText))}])`;
  switch (ask.kind) {
    case 'table': {
      const columns = ask.columns ?? [...kinds.keys()];
      const places = listOrders(rows).map(({ by }) => (by.kind === 'column' ? columns.indexOf(by.name) : -1));
      return {
        ...plain(select(columns)),
        places: places.slice(0, places.includes(-1) ? places.indexOf(-1) : places.length),
      };
    }
    case 'missing':
      return plain(`row_of(result["missing"])`);
    default:
      return plain(`row_of(result)`);
  }
}

const PLAIN = [
  'def plain(value):',
  '    """As SQLite keeps it: a date as text, and what is missing as None."""',
  '    if isinstance(value, (str, int)):',
  '        return value',
  '    if isinstance(value, float):',
  '        # SQLite has no infinite results: it finds nothing, which is not the same.',
  '        if math.isinf(value):',
  '            raise OverflowError',
  '        return None if math.isnan(value) else float(value)',
  '    if value is None or value is pd.NA or value is pd.NaT:',
  '        return None',
  '    if isinstance(value, pd.Timestamp):',
  '        # As text, times of several offsets would come in another order.',
  '        if value.tzinfo is not None:',
  '            raise TypeError',
  '        return str(value)',
  '    if hasattr(value, "start_time"):',
  '        return plain(value.start_time)',
  '    if hasattr(value, "item"):',
  '        return plain(value.item())',
  '    raise TypeError',
];

const ROWS = [
  'def rows_of(frame):',
  '    return list(zip(*([plain(value) for value in frame[name].tolist()] for name in frame)))',
  '',
  'def row_of(result):',
  '    values = result.tolist() if isinstance(result, pd.Series) else [result]',
  '    return [tuple(plain(value) for value in values)]',
];

const LOAD = [
  'def load(name, frame):',
  "    quoted = \", \".join('\"' + column.replace('\"', '\"\"') + '\"' for column in frame)",
  '    database.execute(f\'CREATE TABLE "{name}" ({quoted})\')',
  '    columns = []',
  '    for column in frame:',
  '        values, kind = frame[column].tolist(), str(frame[column].dtype).lower()',
  '        # pandas computes with the few digits of these, SQLite with all.',
  '        if kind in ("float16", "float32", "halffloat[pyarrow]", "float[pyarrow]"):',
  '            raise TypeError',
  '        # Of these types SQLite takes NaN for missing by itself.',
  '        is_plain = kind in ("bool", "int64", "float64", "str") and kind == str(frame[column].dtype)',
  '        columns.append(values if is_plain else [plain(value) for value in values])',
  '        numbers = [value for value in columns[-1] if isinstance(value, float) and value == value]',
  '        if any(math.isinf(value) for value in numbers):',
  '            raise OverflowError',
  '        # Whole numbers are added up exactly.',
  '        if any(value != int(value) for value in numbers):',
  '            sizes.append(math.fsum(map(abs, numbers)))',
  '            largest.append(max(map(abs, numbers)))',
  '    places = ", ".join("?" for _ in frame)',
  '    database.executemany(f\'INSERT INTO "{name}" VALUES ({places})\', zip(*columns))',
];

const COMPARE = [
  'def is_same(left, right, rest):',
  '    if isinstance(left, float) and isinstance(right, (int, float)) or isinstance(right, float) and isinstance(left, int):',
  '        return math.isclose(left, right, rel_tol=1e-9, abs_tol=rest)',
  '    return left == right',
  '',
  'def order(row, digits):',
  '    return [',
  '        (2, 0, "") if value is None',
  '        else (1, 0, value) if isinstance(value, str)',
  '        else (0, float(f"{value:.{digits}g}") if isinstance(value, float) else value, "")',
  '        for value in row',
  '    ]',
  '',
  'def key(row):',
  '    return order(row, 9), order(row, 17)',
  '',
  'def compare(pandas, sql, ordered=()):',
  '    sql = [[plain(value) for value in row] for row in sql]',
  '    if len(pandas) != len(sql):',
  '        return f"DIFFERS: rows found by pandas: {len(pandas)}, by SQL: {len(sql)}"',
  '    # What cancels out leaves the last digits of what was added up.',
  '    rest = max(1e-12 * min([1, *largest]), 2e-16 * math.fsum(sizes))',
  '    in_order = [([row[place] for place in ordered] for row in rows) for rows in (pandas, sql)]',
  '    for left, right in [*zip(sorted(pandas, key=key), sorted(sql, key=key)), *zip(*in_order)]:',
  '        if len(left) != len(right) or not all(is_same(one, other, rest) for one, other in zip(left, right)):',
  '            return f"DIFFERS: pandas finds {list(left)}, SQL {list(right)}"',
  '    return "AGREES: SQL finds the same"',
];

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => (line === '' ? '' : `    ${line}`));
}
