/** The answer to a question about groups: who leads, the table, the method. */
import { type Dataset, findColumn } from './dataset.ts';
import {
  bold,
  code,
  composeAnswer,
  describeAggregate,
  describeGroup,
  formatNumber,
  listWords,
  writeTable,
} from './format.ts';
import { describeFigure, figureColumn, nameLabel } from './group-words.ts';
import { dataRows, type HtmlTable } from './html-table.ts';
import type { GroupsIntent } from './intent.ts';
import { isAdditive } from './lexicon.ts';
import { coversYears, explainPartialPeriods } from './partial-period.ts';
import type { Group } from './reading.ts';
import { describeFilters, readGaps } from './select-rows.ts';

/** Up to here all groups are told; of more, the first. */
const MAX_ALL_ROWS = 60;
const MAX_FIRST_ROWS = 20;
/** What the cell prints after the number of groups. */
export const GROUP_COUNT = 'groups';
/** What the cell prints after the number of groups at the top. */
export const TIES = 'in first place';

interface Shown {
  table: HtmlTable;
  /** Rows that hold the highest and the lowest figure, when the table may not show them. */
  ends: HtmlTable['rows'];
  /** What the cell printed. */
  text: string;
  /** The variable that holds all groups. */
  variable: string;
}

/** How many groups there are; null when the cell did not say, because it shows them all. */
export function readGroupCount(text: string): number | null {
  const count = new RegExp(`^(\\d+) ${GROUP_COUNT}$`, 'm').exec(text)?.[1];
  return count === undefined ? null : Number(count);
}

export function answerGroups(
  dataset: Dataset,
  intent: GroupsIntent,
  group: Group,
  { table, ends, text, variable }: Shown,
): string {
  const rows = dataRows(table);
  const at = table.columns.indexOf(figureColumn(intent));
  const labeled = rows.map(({ label, cells }) => [nameLabel(group, label), ...cells.map(formatNumber)]);
  const count = readGroupCount(text) ?? rows.length;
  const shown = labeled.slice(0, intent.limit ?? (count > MAX_ALL_ROWS ? MAX_FIRST_ROWS : MAX_ALL_ROWS));
  const filters = describeFilters(intent.filters);
  return composeAnswer({
    headline:
      writeHeadline(intent, group, ends, { at, ties: readTies(text) }) +
      (filters ? ` This is for the rows selected${filters}.` : ''),
    table: writeTable(
      [describeGroup(group), ...table.columns.map((name) => headerWord(intent, name))],
      shown,
    ),
    ...(count > shown.length && intent.limit === null
      ? { more: [explainCut(rows, shown.length, { count, variable, table })] }
      : {}),
    method: explainMethod(intent, group),
    caveats: [
      ...readGaps(text),
      ...explainPartialPeriods(dataset, group, intent.filters, text),
      ...explainCalendar(dataset, intent, group),
      ...intent.assumptions,
      ...dataset.notes,
    ],
  });
}

/** Pandas leaves out the middle of a table along time. */
function explainCut(
  rows: HtmlTable['rows'],
  shown: number,
  { count, variable, table }: { count: number; variable: string; table: HtmlTable },
): string {
  const which = rows.length < table.rows.length ? 'the first and the last of' : `${shown} of`;
  return `These are ${which} ${formatNumber(String(count))} groups; ${code(variable)} holds them all.`;
}

function explainCalendar(dataset: Dataset, { aggregate, filters }: GroupsIntent, group: Group): string[] {
  if (group.grain !== 'calendar-month') return [];
  const span = findColumn(dataset, group.column)?.span;
  const isOneYear =
    filters.some(({ column, group: by }) => column === group.column && by?.grain === 'year') ||
    span?.first.slice(0, 4) === span?.last.slice(0, 4);
  if (isOneYear) return [];
  const adds = aggregate === 'sum' || aggregate === 'count';
  const uneven = span && adds && !filters.some(({ column }) => column === group.column) && !coversYears(span);
  return [
    'These are calendar months, all years together; ask how it changed "over time" to see each month separately.',
    ...(uneven
      ? [
          `The dates run from ${span.first.slice(0, 10)} to ${span.last.slice(0, 10)}, so not every month occurs equally often.`,
        ]
      : []),
  ];
}

function headerWord(intent: GroupsIntent, name: string): string {
  if (name === 'count') return 'values';
  if (name !== figureColumn(intent) || intent.measures.length !== 1) return name;
  return `${describeAggregate(intent.aggregate, intent.percentile)} ${intent.measures[0]}`;
}

/** Null when nothing was printed: counts are exact as they are. */
function readTies(text: string): number | null {
  const count = new RegExp(`^(\\d+) ${TIES}$`, 'm').exec(text)?.[1];
  return count === undefined ? null : Number(count);
}

function writeHeadline(
  intent: GroupsIntent,
  group: Group,
  rows: HtmlTable['rows'],
  { at, ties: tieCount }: { at: number; ties: number | null },
): string {
  const filled = rows.filter(({ cells }) => Number.isFinite(Number(cells[at])));
  const direction = intent.order === 'asc' ? 1 : -1;
  const sorted = filled.toSorted(
    (left, right) => direction * (Number(left.cells[at]) - Number(right.cells[at])),
  );
  const [lead] = sorted;
  const last = sorted.at(-1);
  const what = describeLeadFigure(intent);
  if (!lead || !last) return `There are no values of ${what} to compare.`;
  const figure = (row: Row) => bold(formatNumber(row.cells[at] ?? ''));
  const name = (row: Row) => bold(nameLabel(group, row.label));
  if (sorted.length === 1) return `${name(lead)}: the ${what} is ${figure(lead)}.`;
  const alike = sorted.filter(({ cells }) => cells[at] === lead.cells[at]);
  const ties = tieCount === null ? alike : alike.slice(0, tieCount);
  const next = sorted[ties.length];
  const start = `${listWords(ties.slice(0, 5).map(name))} ${ties.length > 1 ? 'share' : 'has'} the ${describeEnd(intent)}: ${figure(lead)}.`;
  if (!next) return start;
  return intent.order === null
    ? `${start} ${name(last)} is at the other end with ${figure(last)}.`
    : `${start} Next is ${name(next)} with ${figure(next)}.`;
}

type Row = HtmlTable['rows'][number];

function describeLeadFigure(intent: GroupsIntent): string {
  if (intent.measures.length < 2) return describeFigure(intent);
  return `${describeAggregate(intent.aggregate, intent.percentile)} ${code(intent.measures[0] ?? '')}`;
}

/** "highest average `price`", "fewest rows". */
function describeEnd(intent: GroupsIntent): string {
  if (intent.measures.length === 0) return intent.order === 'asc' ? 'fewest rows' : 'most rows';
  return `${intent.order === 'asc' ? 'lowest' : 'highest'} ${describeLeadFigure(intent)}`;
}

function explainMethod(intent: GroupsIntent, group: Group): string {
  const by = `grouped by ${describeGroup(group)}`;
  if (intent.measures.length === 0) return `I counted the rows, ${by}.`;
  const [measure = ''] = intent.measures;
  const why =
    intent.aggregate === 'sum' && isAdditive(measure)
      ? ' Totals, because these values add up; ask "on average" for means.'
      : intent.aggregate === 'mean' && intent.order !== null
        ? ' The ranking compares averages, not individual rows.'
        : '';
  return `I took the ${describeFigure(intent)}, ${by}.${why}`;
}
