/** Runs the written cells of cases in one Python process. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { writeCheck } from '../../../../bench/analyst/check/write-check.ts';
import type { Table } from '../../../../lib/analyst/query/query.ts';
import { type WrittenCell, writeQuery } from '../../../../lib/analyst/write/write-query.ts';
import type { Case, Cell } from './case.ts';
import { CASES } from './cases.ts';
import { CSV, readTables } from './data.ts';

export interface Shown {
  readonly data?: {
    readonly rows: number;
    readonly columns: number;
    readonly index: readonly (string | null)[];
    readonly names: readonly string[];
    readonly values: readonly (readonly Cell[])[];
  };
  readonly value?: Cell;
  readonly error?: string;
}

export interface Run {
  readonly name: string;
  readonly cells: readonly WrittenCell[];
  /** What each cell showed; an error of the whole case is one more. */
  readonly shown: readonly Shown[];
  /** The check of the result: its code, and what it printed. Both are empty for a query that has no SQL. */
  readonly check: { readonly code: string; readonly verdict: string };
}

const ROOT = join(import.meta.dirname, '../../../..');

/** `misread`: what the check of a case is given for its result, of the code of the result. */
export function runQueries(
  cases: readonly Case[] = CASES,
  misread: (shown: string, at: number) => string = (shown) => shown,
): Run[] {
  const python = process.env.ANALYST_PYTHON ?? join(ROOT, '.venv/bin/python');
  const tables = readTables();
  const written = cases.map(({ query }) => writeQuery(query, tables));
  const checks = cases.map(({ query }, at) =>
    writeCheck(query, tables, misread(written[at]?.[0]?.shown ?? '', at)),
  );
  const job = {
    tables: CSV,
    dates: Object.fromEntries(tables.map((table) => [table.name, dateColumns(table)])),
    cases: written.map((cells) => cells.map(({ code, role }) => [role, code])),
    checks,
  };
  const printed = execFileSync(python, [join(import.meta.dirname, 'run-cells.py')], {
    input: JSON.stringify(job),
    maxBuffer: 100_000_000,
    encoding: 'utf8',
  });
  const { shown, verdicts }: { shown: Shown[][]; verdicts: (string | null)[] } = JSON.parse(printed);
  return cases.map(({ name }, at) => {
    const check = { code: checks[at] ?? '', verdict: verdicts[at] ?? '' };
    return { name, cells: written[at] ?? [], shown: shown[at] ?? [], check };
  });
}

function dateColumns(table: Table): string[] {
  return table.columns.filter(({ type }) => type === 'date').map(({ name }) => name);
}

/** Values as a list of rows: of a single value one, of a series a row each. An unnamed index is its labels, left out. */
export function toRows(shown: Shown): Cell[][] {
  if (!shown.data) return [[shown.value ?? null]];
  const { index, values } = shown.data;
  const skipped = index.length === 1 && index[0] === null ? 1 : 0;
  return values.map((row) => row.slice(skipped));
}

/** Equal but for the last digits, and for how a range is written. */
export function normalize(cell: Cell): Cell {
  if (typeof cell === 'number') return Number(cell.toPrecision(9));
  return typeof cell === 'string'
    ? cell.replace(/^(\[[-\d.]+, [-\w.]+\))$/, (range) => range.replaceAll(/\.0(?=[,)])/g, ''))
    : cell;
}
