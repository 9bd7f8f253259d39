/** Single figures: a summary of columns, a count of rows, distinct values, the rows at one end. */
import { type Analysis, runCell } from './analysis.ts';
import { type Column, type Dataset, findColumn, isYear } from './dataset.ts';
import {
  bold,
  code,
  composeAnswer,
  describeAggregate,
  formatNumber,
  isBlank,
  listWords,
  trimZeros,
  writeTable,
} from './format.ts';
import { dataRows, type HtmlTable, readCell } from './html-table.ts';
import type { CountIntent, DistinctIntent, RowsIntent, SummaryIntent } from './intent.ts';
import { writeRounding } from './keys.ts';
import { joinLines, quote, quoteAll } from './python-literals.ts';
import type { Aggregate } from './reading.ts';
import { countGaps, readGaps, selectRows } from './select-rows.ts';

export function* analyzeSummary(dataset: Dataset, intent: SummaryIntent): Analysis {
  const selection = selectRows(dataset, intent.filters);
  const source = `${selection.frame}[${quoteAll(intent.measures)}]`;
  const observation = yield* runCell({
    say: `I compute the ${listWords(intent.aggregates.map((each) => describeAggregate(each, intent.percentile)))} ${listWords(intent.measures.map(code))}${selection.label}.`,
    code: joinLines(
      ...selection.setup,
      ...writeSummary(dataset, intent, source),
      countGaps(dataset, selection.frame, intent.measures),
      'summary',
    ),
  });
  const table = observation.tables.at(-1);
  const [measure = ''] = intent.measures;
  const count = table ? readCell(table, 'count', measure) : null;
  if (!table || count === null || Number(count) === 0) {
    return `There are no values of ${code(measure)}${selection.label}, so there is nothing to compute.`;
  }
  return composeAnswer({
    headline:
      intent.measures.map((name) => describeSummary(intent, table, name)).join(' ') +
      (selection.label ? ` This is for the rows selected${selection.label}.` : ''),
    method: `Computed over ${formatNumber(count)} values of ${code(measure)}${selection.label}.`,
    caveats: [...readGaps(observation.text), ...intent.assumptions, ...dataset.notes],
  });
}

function writeSummary(dataset: Dataset, intent: SummaryIntent, source: string): string[] {
  const rounding = writeRounding(dataset, intent.measures);
  const plain = intent.aggregates.filter((each) => each !== 'range');
  const ends: Aggregate[] = intent.aggregates.includes('range') ? ['min', 'max'] : [];
  const list = intent.percentile === null ? [...new Set([...plain, ...ends, 'count'])] : ['median', 'count'];
  return [
    `summary = ${source}.agg(${quoteAll(list)})${rounding}`,
    ...(ends.length > 0 ? ['summary.loc["range"] = summary.loc["max"] - summary.loc["min"]'] : []),
    ...(intent.percentile === null
      ? []
      : [`summary.loc["percentile"] = ${source}.quantile(${intent.percentile})`]),
  ];
}

function describeSummary(intent: SummaryIntent, table: HtmlTable, measure: string): string {
  const keys: string[] = intent.percentile === null ? [...intent.aggregates] : ['percentile'];
  const parts = keys.map((key, index) => {
    const words = describeAggregate(intent.aggregates[index] ?? 'mean', intent.percentile);
    const value = bold(formatNumber(readCell(table, key, measure) ?? ''));
    return index === 0
      ? `the ${words} ${code(measure)} is ${value}`
      : `the ${words.replace(/ of$/, '')} ${value}`;
  });
  const sentence = listWords(parts);
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

export function* analyzeCount(dataset: Dataset, intent: CountIntent): Analysis {
  const selection = selectRows(dataset, intent.filters);
  const observation = yield* runCell({
    say: intent.filters.length > 0 ? `I count the rows that match${selection.label}.` : 'I count the rows.',
    code: joinLines(
      ...selection.setup,
      `print(len(${selection.frame}), "of", len(df), "rows")`,
      `${selection.frame}.head()`,
    ),
  });
  const [, part = '', whole = ''] = /^(\d+) of (\d+) rows/m.exec(observation.text) ?? [];
  const gaps = intent.filters
    .filter(({ selectsGaps }) => !selectsGaps)
    .map(({ column }) => findColumn(dataset, column))
    .filter((column) => column !== null && column.missing > 0)
    .map(
      (column) => `${column?.missing} rows have no value in ${code(column?.name ?? '')} and do not match.`,
    );
  return composeAnswer({
    headline:
      intent.filters.length > 0
        ? `${bold(formatNumber(part))} of ${formatNumber(whole)} rows match${selection.label}.`
        : `The table has ${bold(formatNumber(part))} rows.`,
    method:
      intent.filters.length > 0
        ? 'I selected the rows and counted them.'
        : 'I counted the rows of the table.',
    caveats: [...gaps, ...intent.assumptions, ...dataset.notes],
  });
}

export function* analyzeDistinct(dataset: Dataset, intent: DistinctIntent): Analysis {
  const selection = selectRows(dataset, intent.filters);
  const source = `${selection.frame}[${quote(intent.target)}]`;
  const observation = yield* runCell({
    say: `I list the different values of ${code(intent.target)}${selection.label} and how often each occurs.`,
    code: joinLines(
      ...selection.setup,
      `print(${source}.nunique(), "different values")`,
      countGaps(dataset, selection.frame, [intent.target]),
      `${source}.value_counts().to_frame().head(25)`,
    ),
  });
  const [, count = ''] = /^(\d+) different/m.exec(observation.text) ?? [];
  const table = observation.tables.at(-1);
  const rows = table ? dataRows(table).map(({ label, cells }) => [label, ...cells.map(formatNumber)]) : [];
  return composeAnswer({
    headline: `${code(intent.target)} has ${bold(formatNumber(count))} different ${count === '1' ? 'value' : 'values'}${selection.label}${rows.length > 0 && rows.length <= 8 ? `: ${listWords(rows.map(([label = '']) => label))}` : ''}.`,
    table: writeTable([intent.target, 'rows'], rows.slice(0, 12)),
    method: 'I counted the distinct values and the rows of each.',
    caveats: [...readGaps(observation.text), ...intent.assumptions, ...dataset.notes],
  });
}

const MIN_ROWS_SHOWN = 5;
const MAX_DETAIL_COLUMNS = 6;

export function* analyzeRows(dataset: Dataset, intent: RowsIntent): Analysis {
  const selection = selectRows(dataset, intent.filters);
  const end = intent.order === 'desc' ? 'nlargest' : 'nsmallest';
  const details = detailColumns(dataset, intent.measure);
  const observation = yield* runCell({
    say: `I look up the rows with the ${intent.order === 'desc' ? 'highest' : 'lowest'} ${code(intent.measure)}${selection.label}.`,
    code: joinLines(
      ...selection.setup,
      `ends = ${selection.frame}.${end}(${Math.max(intent.limit, MIN_ROWS_SHOWN)}, ${quote(intent.measure)})`,
      countGaps(dataset, selection.frame, [intent.measure]),
      `ends[${quoteAll([intent.measure, ...details])}]`,
    ),
  });
  const table = observation.tables.at(-1);
  const rows = table ? dataRows(table) : [];
  const [first, second] = rows;
  if (!table || !first) return `No rows match${selection.label}.`;
  const tied = second && second.cells[0] === first.cells[0] && intent.limit === 1;
  return composeAnswer({
    headline: `${describeLead(dataset, intent, table, rows)}${selection.label}.${tied ? ' Other rows share this value.' : ''}`,
    table: writeTable(
      table.columns,
      rows
        .slice(0, Math.max(intent.limit, 3))
        .map(({ cells: [value = '', ...others] }) => [formatNumber(value), ...others.map(trimZeros)]),
    ),
    method: `I sorted the individual rows by ${code(intent.measure)}, without grouping.`,
    caveats: [...readGaps(observation.text), ...intent.assumptions, ...dataset.notes],
  });
}

/** What tells rows apart: dates and names first, then other columns. */
export function detailColumns(dataset: Dataset, measure: string): string[] {
  const rank = { date: 0, text: 1, boolean: 2, number: 3, empty: 4 } as const;
  return dataset.columns
    .filter(({ name, kind }) => name !== measure && kind !== 'empty')
    .toSorted((left, right) => rank[left.kind] - rank[right.kind])
    .slice(0, MAX_DETAIL_COLUMNS)
    .map(({ name }) => name);
}

/** Names the leading row by its dates and texts; a longer list by its first and last value. */
function describeLead(
  dataset: Dataset,
  intent: RowsIntent,
  table: HtmlTable,
  rows: HtmlTable['rows'],
): string {
  const end = intent.order === 'desc' ? 'highest' : 'lowest';
  const value = (row: HtmlTable['rows'][number] | undefined) => bold(formatNumber(row?.cells[0] ?? ''));
  const last = rows.slice(0, intent.limit).at(-1);
  if (intent.limit > 1) {
    return `The ${Math.min(intent.limit, rows.length)} rows with the ${end} ${code(intent.measure)} go from ${value(rows[0])} to ${value(last)}`;
  }
  const naming = table.columns
    .map((name, index) => ({ column: findColumn(dataset, name), text: rows[0]?.cells[index] ?? '' }))
    .filter(({ column, text }) => column && !isBlank(text) && namesRow(column))
    .slice(0, 4);
  const where = listWords(naming.map(({ column, text }) => `${code(column?.name ?? '')} ${bold(text)}`));
  return `The ${end} ${code(intent.measure)} is ${value(rows[0])}${where ? `, with ${where}` : ''}`;
}

function namesRow(column: Column): boolean {
  return column.kind === 'date' || column.kind === 'text' || isYear(column);
}
