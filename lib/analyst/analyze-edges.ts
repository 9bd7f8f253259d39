/** The ends of a table: rows as they are, and the first and last date. */
import { type Analysis, runCell } from './analysis.ts';
import type { Dataset } from './dataset.ts';
import {
  bold,
  code,
  composeAnswer,
  formatDate,
  formatNumber,
  listWords,
  trimZeros,
  writeTable,
} from './format.ts';
import { dataRows, readCell } from './html-table.ts';
import type { DatesIntent, SampleIntent } from './intent.ts';
import { writeKey } from './keys.ts';
import { joinLines, quote, quoteAll } from './python-literals.ts';
import type { Edge } from './reading.ts';
import { countGaps, readGaps, selectRows } from './select-rows.ts';

const MAX_SAMPLE_ROWS = 25;

export function* analyzeSample(dataset: Dataset, intent: SampleIntent): Analysis {
  const selection = selectRows(dataset, intent.filters);
  const limit = Math.min(intent.limit, MAX_SAMPLE_ROWS);
  const observation = yield* runCell({
    say: `I show the ${intent.end} ${limit} rows${selection.label}.`,
    code: joinLines(
      ...selection.setup,
      `${selection.frame}.${intent.end === 'first' ? 'head' : 'tail'}(${limit})`,
    ),
  });
  const table = observation.tables.at(-1);
  const rows = table ? dataRows(table) : [];
  if (!table || rows.length === 0) return `No rows match${selection.label}.`;
  const many = rows.length === 1 ? 'row' : `${rows.length} rows`;
  return composeAnswer({
    headline: `${rows.length === 1 ? 'This is' : 'These are'} the ${intent.end} ${many}${selection.label}, in the order of the file.`,
    table: writeTable(
      table.columns,
      rows.map(({ cells }) => cells.map(trimZeros)),
    ),
    method: `I took the ${intent.end} ${many} as they are.`,
    caveats: [...intent.assumptions, ...dataset.notes],
  });
}

const PYTHON: Readonly<Record<Edge, string>> = { first: 'min', last: 'max' };

export function* analyzeDates(dataset: Dataset, intent: DatesIntent): Analysis {
  return intent.group === null
    ? yield* analyzeOverallDates(dataset, intent)
    : yield* analyzeGroupDates(dataset, intent, intent.group);
}

function* analyzeOverallDates(dataset: Dataset, intent: DatesIntent): Analysis {
  const selection = selectRows(dataset, intent.filters);
  const source = `${selection.frame}[${quote(intent.column)}]`;
  const observation = yield* runCell({
    say: `I look up the ${listWords(intent.ends)} ${code(intent.column)}${selection.label}.`,
    code: joinLines(
      ...selection.setup,
      countGaps(dataset, selection.frame, [intent.column]),
      `${source}.agg(${quoteAll(intent.ends.map((end) => PYTHON[end]))}).to_frame()`,
    ),
  });
  const table = observation.tables.at(-1);
  const read = (end: Edge) => formatDate((table && readCell(table, PYTHON[end], intent.column)) ?? '');
  if (intent.ends.every((end) => read(end) === ''))
    return `There are no dates in ${code(intent.column)}${selection.label}.`;
  const parts = intent.ends.map((end) => `the ${end} ${code(intent.column)} is ${bold(read(end))}`);
  const sentence = listWords(parts);
  return composeAnswer({
    headline: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${selection.label}.`,
    method: `I took the ${listWords(intent.ends)} of the dates in ${code(intent.column)}.`,
    caveats: [...readGaps(observation.text), ...intent.assumptions, ...dataset.notes],
  });
}

function* analyzeGroupDates(
  dataset: Dataset,
  intent: DatesIntent,
  group: NonNullable<DatesIntent['group']>,
): Analysis {
  const selection = selectRows(dataset, intent.filters);
  const [end = 'last'] = intent.ends;
  const key = writeKey(group, selection.frame, dataset);
  const observation = yield* runCell({
    say: `I look up the ${listWords(intent.ends)} ${code(intent.column)} of each ${code(group.column)}${selection.label}.`,
    code: joinLines(
      ...selection.setup,
      `ends = ${selection.frame}.groupby(${key})[${quote(intent.column)}].agg(${quoteAll(intent.ends.map((each) => PYTHON[each]))})`,
      countGaps(dataset, selection.frame, [group.column, intent.column]),
      `ends.sort_values(${quote(PYTHON[end])}, ascending=${end === 'first' ? 'True' : 'False'}).head(${MAX_SAMPLE_ROWS})`,
    ),
  });
  const table = observation.tables.at(-1);
  const rows = table ? dataRows(table) : [];
  const [lead] = rows;
  if (!lead) return `No rows match${selection.label}.`;
  return composeAnswer({
    headline: `The ${end} ${code(intent.column)} of all is ${bold(formatDate(lead.cells[0] ?? ''))}, of ${bold(lead.label)}${selection.label}.`,
    table: writeTable(
      [group.column, ...intent.ends.map((each) => `${each} ${intent.column}`)],
      rows.map(({ label, cells }) => [label, ...cells.map(formatDate)]),
    ),
    ...(rows.length === MAX_SAMPLE_ROWS
      ? { more: [`At most ${formatNumber(String(MAX_SAMPLE_ROWS))} are shown.`] }
      : {}),
    method: `I took the ${listWords(intent.ends)} date of each ${code(group.column)}.`,
    caveats: [...readGaps(observation.text), ...intent.assumptions, ...dataset.notes],
  });
}
