/**
 * Compares what the analyst's pandas finds with what DuckDB finds, for the queries of test/unit/analyst-write.
 * `node bench/analyst/compare-sql.ts PYTHON`: a Python that has duckdb.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { CASES, type Case, type Cell } from '../../test/unit/analyst-write/cases.ts';
import { CSV, readTables } from '../../test/unit/analyst-write/data.ts';
import { normalize, type Run, runQueries, toRows } from '../../test/unit/analyst-write/run-queries.ts';
import { toSql } from './to-sql.ts';

interface Found {
  readonly names?: readonly string[];
  readonly values?: readonly (readonly Cell[])[];
  readonly error?: string;
}

const python = process.argv[2] ?? 'python3';
const found = runSql();
const different = runQueries().flatMap((run, at) => compare(run, CASES[at], found[at]));
const compared = CASES.filter(({ withoutSql }) => !withoutSql).length;
for (const report of different) console.log(report);
console.log(
  `${compared - different.length} of ${compared} queries agree with SQL; ${CASES.length - compared} have none.`,
);
process.exitCode = different.length > 0 ? 1 : 0;

function runSql(): Found[] {
  const tables = readTables();
  const dates = tables.map((table) => [
    table.name,
    table.columns.filter(({ type }) => type === 'date').map(({ name }) => name),
  ]);
  const job = {
    tables: CSV,
    dates: Object.fromEntries(dates),
    statements: CASES.map(({ query, withoutSql }) => (withoutSql ? null : toSql(query))),
  };
  const printed = execFileSync(python, [join(import.meta.dirname, 'run-sql.py')], {
    input: JSON.stringify(job),
    encoding: 'utf8',
  });
  return JSON.parse(printed);
}

/** Nothing when they agree. */
function compare(run: Run, asked: Case | undefined, sql: Found | undefined): string[] {
  const [first] = run.shown;
  if (!asked || asked.withoutSql || !first || !sql) return [];
  const problem = first.error ?? sql.error;
  const expected = sortRows(sql.values ?? []);
  const rows = sortRows(pick(run, sql, asked));
  if (problem === undefined && JSON.stringify(rows) === JSON.stringify(expected)) return [];
  const code = run.cells[0]?.code ?? '';
  return [
    `# ${run.name}\n${code}\n${toSql(asked.query)}\n${problem ?? `pandas ${JSON.stringify(rows)}\nSQL    ${JSON.stringify(expected)}`}\n`,
  ];
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

function sortRows(rows: readonly (readonly Cell[])[]): string[] {
  return rows.map((row) => JSON.stringify(row.map(normalize))).toSorted();
}
