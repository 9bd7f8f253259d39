/** Figures per combination of two groups, drawn side by side. */
import { type Analysis, type Observation, runCell } from './analysis.ts';
import { writeChart } from './chart.ts';
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
import { describeFigure, isOrdered, nameLabel, plain } from './group-words.ts';
import { dataRows, type HtmlTable } from './html-table.ts';
import type { GroupsIntent } from './intent.ts';
import { writeKey, writeRounding } from './keys.ts';
import { explainPartialPeriods, writeUsualGaps } from './partial-period.ts';
import { joinLines, quote } from './python-literals.ts';
import type { Group } from './reading.ts';
import { countGaps, describeFilters, readGaps, selectRows } from './select-rows.ts';

const MAX_ANSWER_ROWS = 60;
/** A table of more groups is cut to its largest, and not drawn. */
const MAX_DOWN = 25;
const MAX_ACROSS = 12;
const MAX_TIME_POINTS = 400;
/** Up to here time is drawn as bars: a line would put years between the years on its axis. */
const MAX_TIME_BARS = 6;

export function* analyzeCrossTable(dataset: Dataset, intent: GroupsIntent): Analysis {
  const selection = selectRows(dataset, intent.filters);
  const [down, across] = orderPair(dataset, intent.groups);
  if (!down || !across) throw new Error('A cross table needs two groups.');
  const keys = `[${writeKey(down, selection.frame, dataset)}, ${writeKey(across, selection.frame, dataset)}]`;
  const grouped = `${selection.frame}.groupby(${keys})`;
  const [measure] = intent.measures;
  const figure = measure === undefined ? 'size()' : writeCrossFigure(intent, measure);
  const rounding = measure === undefined ? '' : writeRounding(dataset, [measure]);
  const what =
    measure === undefined
      ? describeFigure(intent)
      : `${describeAggregate(intent.aggregate, intent.percentile)} ${code(measure)}`;
  const observation = yield* runCell({
    say: `I compute the ${what} for each ${describeGroup(down)} and ${describeGroup(across)}${selection.label}.`,
    code: joinLines(
      ...selection.setup,
      `table = ${grouped}${figure.startsWith('[') ? '' : '.'}${figure}.unstack()${rounding}`,
      ...writeCut(dataset, down, across),
      writeUsualGaps(dataset, down, selection.frame, intent.filters),
      countGaps(dataset, selection.frame, [
        down.column,
        across.column,
        ...(measure === undefined ? [] : [measure]),
      ]),
      'table',
    ),
  });
  const table = observation.tables.at(-1);
  if (!table || table.rows.length === 0)
    return `No rows match${selection.label}, so there is nothing to compare.`;
  const line =
    intent.chart === 'line' ||
    (isOrdered(dataset, down) && intent.chart !== 'bar' && table.rows.length > MAX_TIME_BARS);
  if (isDrawable(dataset, down, across, table)) yield* drawCrossTable({ down, across, what, line, table });
  return answerCrossTable(dataset, intent, { table, observation, down, across, what });
}

/** Lines that keep the largest groups of a table too wide or too long to read. */
function writeCut(dataset: Dataset, down: Group, across: Group): string[] {
  const size = (axis: string) => `table.abs().sum(axis=${quote(axis)})`;
  const rows = countGroups(dataset, down) > MAX_DOWN && !isOrdered(dataset, down);
  return [
    ...(countGroups(dataset, across) > MAX_ACROSS
      ? [`table = table[${size('index')}.nlargest(${MAX_ACROSS}).index]`]
      : []),
    ...(rows ? [`table = table.loc[${size('columns')}.nlargest(${MAX_DOWN}).index]`] : []),
  ];
}

/** How many values a column has; parts of dates are few, or run along an axis. */
function countGroups(dataset: Dataset, { column, grain }: Group): number {
  return grain === null ? (findColumn(dataset, column)?.unique ?? 0) : 0;
}

function explainCut(dataset: Dataset, down: Group, across: Group): string[] {
  const cut = [
    { group: down, most: isOrdered(dataset, down) ? Number.POSITIVE_INFINITY : MAX_DOWN },
    { group: across, most: MAX_ACROSS },
  ].filter(({ group, most }) => countGroups(dataset, group) > most);
  return cut.map(
    ({ group, most }) =>
      `Of ${countGroups(dataset, group)} values of ${code(group.column)}, only the ${most} largest are in the table.`,
  );
}

function isDrawable(dataset: Dataset, down: Group, across: Group, table: HtmlTable): boolean {
  const along = isOrdered(dataset, down);
  return (
    table.columns.length <= MAX_ACROSS &&
    table.rows.length <= (along ? MAX_TIME_POINTS : MAX_DOWN) &&
    explainCut(dataset, down, across).length === 0
  );
}

interface Drawing {
  down: Group;
  across: Group;
  what: string;
  line: boolean;
  table: HtmlTable;
}

function* drawCrossTable({ down, across, what, line, table }: Drawing): Analysis<Observation> {
  return yield* runCell({
    say: 'A chart shows both groups at once.',
    code: writeChart({
      draw: [
        `table.plot.${line ? 'line(ax=ax, marker="o")' : `bar(ax=ax, rot=${table.rows.length > 6 ? 45 : 0})`}`,
      ],
      title: `${plain(what)} by ${describeGroup(down)} and ${describeGroup(across)}`,
      xLabel: describeGroup(down),
      yLabel: plain(what),
    }),
  });
}

function writeCrossFigure(intent: GroupsIntent, measure: string): string {
  const source = `[${quote(measure)}]`;
  if (intent.percentile !== null) return `${source}.quantile(${intent.percentile})`;
  if (intent.aggregate === 'range') return `${source}.agg(lambda values: values.max() - values.min())`;
  return `${source}.${intent.aggregate}(${intent.aggregate === 'sum' ? 'min_count=1' : ''})`;
}

/** Time runs down; otherwise the order of the question. */
function orderPair(dataset: Dataset, groups: readonly Group[]): [Group | undefined, Group | undefined] {
  const [first, second] = groups;
  return first && second && !isOrdered(dataset, first) && isOrdered(dataset, second)
    ? [second, first]
    : [first, second];
}

function answerCrossTable(
  dataset: Dataset,
  intent: GroupsIntent,
  result: { table: HtmlTable; observation: Observation; down: Group; across: Group; what: string },
): string {
  const { table, observation, down, across, what } = result;
  const rows = dataRows(table);
  const cells = rows.flatMap(({ label, cells }) =>
    cells.map((text, index) => ({
      text,
      value: Number(text),
      where: `${nameLabel(down, label)} / ${nameLabel(across, table.columns[index] ?? '')}`,
    })),
  );
  const sorted = cells
    .filter(({ value }) => Number.isFinite(value))
    .toSorted((left, right) => right.value - left.value);
  const [high, low] = [sorted[0], sorted.at(-1)];
  const ends =
    high && low && rows.length === table.rows.length && explainCut(dataset, down, across).length === 0
      ? ` It is highest for ${bold(high.where)} (${bold(formatNumber(high.text))}) and lowest for ${bold(low.where)} (${bold(formatNumber(low.text))}).`
      : '';
  const left = intent.groups.slice(2).map(describeGroup);
  return composeAnswer({
    headline: `This is the ${what} by ${describeGroup(down)} and ${describeGroup(across)}${describeFilters(intent.filters)}.${ends}`,
    table: writeTable(
      [`${describeGroup(down)} \\ ${describeGroup(across)}`, ...table.columns],
      rows
        .slice(0, MAX_ANSWER_ROWS)
        .map(({ label, cells }) => [nameLabel(down, label), ...cells.map(formatNumber)]),
    ),
    method: `I took the ${what} for every combination of the two groups.`,
    caveats: [
      ...(left.length > 0 ? [`I left out the further grouping by ${listWords(left)}.`] : []),
      ...(intent.measures.length > 1
        ? [
            `Only ${code(intent.measures[0] ?? '')} is shown; ask for ${listWords(intent.measures.slice(1).map(code))} next.`,
          ]
        : []),
      ...explainCut(dataset, down, across),
      ...explainPartialPeriods(dataset, down, intent.filters, observation.text),
      ...readGaps(observation.text),
      ...intent.assumptions,
      ...dataset.notes,
    ],
  });
}
