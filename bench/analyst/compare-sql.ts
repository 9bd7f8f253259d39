/**
 * Compares what the analyst's pandas finds with what DuckDB finds: for the queries of test/unit/analyst-write, and for
 * random ones. `node bench/analyst/compare-sql.ts PYTHON [AMOUNT [SEED]]`: a Python that has duckdb.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Case, Cell } from '../../test/unit/analyst-write/case.ts';
import { CASES } from '../../test/unit/analyst-write/cases.ts';
import { CSV, readTables } from '../../test/unit/analyst-write/data.ts';
import { normalize, type Run, runQueries, toRows } from '../../test/unit/analyst-write/run-queries.ts';
import { makeRandomQueries } from './random-queries.ts';
import { toSql } from './to-sql.ts';

interface Found {
  readonly names?: readonly string[];
  readonly values?: readonly (readonly Cell[])[];
  readonly error?: string;
}

const MAX_REPORTS = 10;

const [python = 'python3', amount = '0', seed = '1'] = process.argv.slice(2);
const written = CASES.filter(({ withoutSql }) => !withoutSql);
const cases = [...written, ...makeRandomQueries(Number(amount), Number(seed))];
const found = runSql(cases);
const different = runQueries(cases).flatMap((run, at) => compare(run, cases[at], found[at]));
for (const report of different.slice(0, MAX_REPORTS)) console.log(report);
const none = CASES.length - written.length;
console.log(
  `${cases.length - different.length} of ${cases.length} queries agree with SQL; for ${none} there is none.`,
);
process.exitCode = different.length > 0 ? 1 : 0;

function runSql(asked: readonly Case[]): Found[] {
  const dates = readTables().map((table) => [
    table.name,
    table.columns.filter(({ type }) => type === 'date').map(({ name }) => name),
  ]);
  const statements = asked.map(({ query }) => toSql(query));
  const printed = execFileSync(python, [join(import.meta.dirname, 'run-sql.py')], {
    input: JSON.stringify({ tables: CSV, dates: Object.fromEntries(dates), statements }),
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  return JSON.parse(printed);
}

/** Nothing when they agree. */
function compare(run: Run, asked: Case | undefined, sql: Found | undefined): string[] {
  const [first] = run.shown;
  if (!asked || !first || !sql) return [];
  const problem = run.shown.find(({ error }) => error !== undefined)?.error ?? sql.error;
  const expected = sql.values ?? [];
  const rows = pick(run, sql, asked);
  if (problem === undefined && isAlike(rows, expected)) return [];
  const code = run.cells.map((cell) => cell.code).join('\n---\n');
  const results = `pandas ${JSON.stringify(rows)}\nSQL    ${JSON.stringify(expected)}`;
  return [`# ${run.name}\n${code}\n${toSql(asked.query)}\n${problem ?? results}\n`];
}

/** Of a table the columns that SQL has too, by name; of a list of figures its values. */
function pick(run: Run, { names = [] }: Found, { query }: Case): readonly (readonly Cell[])[] {
  const shown = run.shown[0] ?? {};
  const { data } = shown;
  if (!data) return toRows(shown);
  const all = [...data.index.map((name) => name ?? ''), ...data.names];
  const places = names.map((name) => all.indexOf(name));
  if (places.every((place) => place >= 0))
    return data.values.map((row) => places.map((place) => row[place] ?? null));
  const rows = toRows(shown);
  const isList = rows.every((row) => row.length === 1) && names.length === rows.length;
  return isList && query.ask.kind !== 'table' ? [rows.map(([cell]) => cell ?? null)] : rows;
}

/** In any order. In a single row, the total of no values is zero in pandas and nothing in SQL. */
function isAlike(left: readonly (readonly Cell[])[], right: readonly (readonly Cell[])[]): boolean {
  const isSingle = left.length === 1 && right.length === 1;
  const write = (rows: readonly (readonly Cell[])[]) =>
    rows
      .map((row) => JSON.stringify(row.map((cell) => (isSingle ? (round(cell) ?? 0) : round(cell)))))
      .toSorted();
  return JSON.stringify(write(left)) === JSON.stringify(write(right));
}

/** The last digits depend on the order of a sum. */
function round(cell: Cell): Cell {
  const normal = normalize(cell);
  if (typeof normal !== 'number') return normal;
  return Math.abs(normal) < 1e-9 ? 0 : Number(normal.toPrecision(7));
}
