/**
 * Asks the analyst questions of people who have not seen it, over tables of ten fields, and compares what its code finds with
 * rows that SQL found. `node bench/analyst/score-questions.ts PYTHON SET [--list right|refused|wrong]`: a Python that has
 * duckdb, pandas, matplotlib, openpyxl, and pyarrow. The sets are a, b, c, and d. A set is scored once before anybody looks at it.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Query, Reading, Table } from '../../lib/analyst/query/query.ts';
import { readQuestion } from '../../lib/analyst/read/read-question.ts';
import { writeQuery } from '../../lib/analyst/write/write-query.ts';
import type { Cell } from '../../test/unit/analyst/write/case.ts';
import { type Shown, toRows } from '../../test/unit/analyst/write/run-queries.ts';

const Statements = z.union([z.string(), z.array(z.string())]).nullish();
const Question = z.object({
  id: z.string(),
  table: z.string(),
  question: z.string(),
  previous: z.string().nullish(),
  kind: z.string(),
  answer: z.enum(['values', 'refuse']),
  sql: Statements,
  sql_or: Statements,
});
type Question = z.infer<typeof Question>;

/** Tables that come with another one. */
const COMPANIONS: Readonly<Record<string, string>> = {
  orders: 'customers',
  flights: 'airports',
  stock: 'products',
  energy: 'tariffs',
};

type Score = 'right' | 'refused' | 'wrong';
type Rows = readonly (readonly Cell[])[];

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'string' } },
});
const [python = 'python3', set = 'a'] = positionals;
const folder = mkdtempSync(join(tmpdir(), 'actbook-bench-'));
try {
  execFileSync(python, [join(import.meta.dirname, 'tables/make_tables.py'), folder]);
  const archive = readFileSync(join(import.meta.dirname, `questions/${set}.jsonl.gz`));
  const questions = gunzipSync(archive)
    .toString()
    .trim()
    .split('\n')
    .map((line) => Question.parse(JSON.parse(line)));
  report(scoreAll(questions));
} finally {
  rmSync(folder, { recursive: true });
}

function scoreAll(questions: readonly Question[]): { question: Question; score: Score; said: string }[] {
  const statements = questions.flatMap(({ sql, sql_or }) => [...toList(sql), ...toList(sql_or)]);
  const described: { tables: Table[]; rows: Rows[] } = runPython('describe', statements);
  const expectedOf = new Map(statements.map((statement, at) => [statement, described.rows[at] ?? []]));
  const asked = questions.map((question) => {
    const tables = [question.table, COMPANIONS[question.table]].flatMap((name) =>
      described.tables.filter((table) => table.name === name),
    );
    const before = question.previous ? listQueries(readQuestion(question.previous, tables, null)) : [];
    const reading = readQuestion(question.question, tables, before[0] ?? null);
    return { question, tables, queries: listQueries(reading), why: explain(reading) };
  });
  const cases = asked.flatMap(({ tables, queries }) =>
    queries.map((query) => ({
      tables: tables.map(({ name }) => name),
      cells: writeQuery(query, tables)
        .filter(({ role }) => role === 'result')
        .map(({ role, code }) => [role, code]),
    })),
  );
  const shown: Shown[][] = runPython('run', cases);
  let next = 0;
  return asked.map(({ question, queries, why }) => {
    const results = queries.map(() => shown[next++]?.[0] ?? {});
    const { score, said } = scoreOne(question, { queries, results }, expectedOf);
    return { question, score, said: said ?? why };
  });
}

/** None unless every part was read. */
function listQueries(reading: Reading): Query[] {
  if (reading.kind !== 'queries') return [];
  const queries = reading.parts.map((part) => part.reading);
  return queries.every((query) => 'rows' in query) ? queries : [];
}

/** Why a question is not answered: the words that were not understood, or that it can mean several things. */
function explain(reading: Reading): string {
  if (reading.kind === 'either') return `can mean ${reading.queries.length} things`;
  const parts = reading.kind === 'unread' ? [reading] : reading.parts.map((part) => part.reading);
  return parts
    .flatMap((part) => ('rows' in part ? [] : [part.why ?? `not understood: ${part.words.join(', ')}`]))
    .join('; ');
}

function scoreOne(
  question: Question,
  { queries, results }: { queries: readonly Query[]; results: readonly Shown[] },
  expectedOf: ReadonlyMap<string, Rows>,
) {
  if (results.length === 0) {
    return { score: question.answer === 'refuse' ? 'right' : 'refused', said: null } as const;
  }
  const found = results.map((result) => (result.error === undefined ? toRows(result) : null));
  const said = JSON.stringify(results.map(({ error }, at) => error ?? found[at])).slice(0, 300);
  const isRight = [question.sql, question.sql_or].some((statements) => {
    const expected = toList(statements).map((statement) => expectedOf.get(statement) ?? []);
    // Two figures in one row of SQL may be the answers of two parts.
    if (expected.length === 1 && found.length > 1)
      return holds([found.flatMap((rows) => rows?.flat() ?? [])], expected[0] ?? []);
    if (expected.length === 0 || expected.length !== found.length) return false;
    return expected.every((rows, at) => answers(roundAll(found[at] ?? [], queries[at]), rows, queries[at]));
  });
  return { score: isRight ? 'right' : 'wrong', said } as const;
}

/** Figures as they are shown, where decimals were asked for. */
function roundAll(found: Rows, query: Query | undefined): Rows {
  const { decimals = null } = query?.presentation ?? {};
  const asPercent = JSON.stringify(query ?? null).includes('"kind":"rate"');
  if (decimals === null) return found;
  const round = (cell: number) =>
    Number((asPercent && Math.abs(cell) <= 1 ? cell * 100 : cell).toFixed(decimals));
  return found.map((row) => row.map((cell) => (typeof cell === 'number' ? round(cell) : cell)));
}

/** Whether what was found says what was expected, by the kind of answer. */
function answers(found: Rows, expected: Rows, query: Query | undefined): boolean {
  if (query?.ask.kind === 'compare') return answersCompared(found.flat(), expected, query.ask);
  if (query?.ask.kind === 'share' || query?.ask.kind === 'values') return holds([found.flat()], expected);
  return holds(found, expected);
}

/** Both sides and what they were compared by are shown; a yes-or-no question asks which of them is more. */
function answersCompared(
  found: readonly Cell[],
  expected: Rows,
  ask: Extract<Query['ask'], { kind: 'compare' }>,
): boolean {
  const [left, right] = found;
  const [row = []] = expected;
  if (row.length === 1 && typeof row[0] === 'boolean') {
    return row[0] === (ask.descending ? Number(left) > Number(right) : Number(left) < Number(right));
  }
  const sides = ask.sides.map(({ label }, at) => [label, found[at] ?? null]);
  const values = sides.map(([, value]) => [value ?? null]);
  const figures = expected.map((cells) => cells.slice(-1));
  return (
    holds([found], expected) || holds(sides, expected) || (expected.length === 2 && holds(values, figures))
  );
}

/** Each expected row is in a row of its own, whatever else the row has; and there are no more rows. One row may stand as a column. */
function holds(found: Rows, expected: Rows): boolean {
  const [only] = expected;
  if (expected.length === 1 && only && only.length > 1 && found.length === only.length) {
    if (containsAll(found.flat(), only)) return true;
  }
  if (found.length !== expected.length) return false;
  const left = [...found];
  return expected.every((row) => {
    const at = left.findIndex((candidate) => containsAll(candidate, row));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

function containsAll(row: readonly Cell[], expected: readonly Cell[]): boolean {
  return expected.every((cell) => row.some((other) => isSame(other, cell)));
}

/** Shares may be parts of 1 or of 100; figures may be rounded to three digits. */
function isSame(found: Cell, expected: Cell): boolean {
  if (typeof expected === 'number' && typeof found === 'number') {
    return [1, 100, 0.01].some((factor) => Math.abs(found * factor - expected) <= Math.abs(expected) * 5e-4);
  }
  if (typeof expected === 'boolean' || typeof found === 'boolean') return `${found}` === `${expected}`;
  return (
    `${found}`.toLowerCase().slice(0, 19) === `${expected}`.toLowerCase().slice(0, 19) ||
    isPeriod(found, expected)
  );
}

/** `2024-03`, `2024-03-01`, and a day of that month that stands for it are the same. */
function isPeriod(found: Cell, expected: Cell): boolean {
  const [one, other] = [`${found}`, `${expected}`];
  return (
    /^\d{4}-\d\d/.test(one) &&
    (one === `${other}-01` || other === `${one}-01` || `${other.slice(0, 7)}-01` === one)
  );
}

function report(scored: ReturnType<typeof scoreAll>): void {
  const kinds = Map.groupBy(scored, ({ question }) => question.kind);
  const rows = [...kinds].toSorted(([one], [other]) => one.localeCompare(other));
  const count = (some: typeof scored, score: Score) => some.filter((each) => each.score === score).length;
  console.log('| kind | right | refused | wrong |\n| --- | --: | --: | --: |');
  for (const [kind, some] of [...rows, ['all', scored] as const]) {
    console.log(
      `| ${kind} | ${count(some, 'right')} | ${count(some, 'refused')} | ${count(some, 'wrong')} |`,
    );
  }
  for (const { question, score, said } of scored) {
    if (score === flags.list) console.log(`${question.id} ${question.question}\n    ${said}`);
  }
}

function toList(statements: z.infer<typeof Statements>): string[] {
  return typeof statements === 'string' ? [statements] : (statements ?? []);
}

function runPython<Result>(mode: string, input: unknown): Result {
  const printed = execFileSync(python, [join(import.meta.dirname, 'run-questions.py'), mode, folder], {
    input: JSON.stringify(input),
    maxBuffer: 500_000_000,
    encoding: 'utf8',
  });
  return JSON.parse(printed);
}
