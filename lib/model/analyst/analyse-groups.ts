/** Figures per group: averages, totals, counts, and who leads. */
import { type Analysis, type Observation, runCell } from './analysis.ts';
import { writeChart } from './chart.ts';
import { type Dataset, findColumn, isYear } from './dataset.ts';
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
import { dataRows, type HtmlTable } from './html-table.ts';
import type { GroupsIntent } from './intent.ts';
import { nameGroup, writeKey, writeRounding } from './keys.ts';
import { isAdditive } from './lexicon.ts';
import { joinLines, quote, quoteAll } from './python.ts';
import type { Group } from './reading.ts';
import { countGaps, readGaps, selectRows } from './select-rows.ts';

const MAX_ANSWER_ROWS = 12;
const MAX_SHOWN_GROUPS = 25;
const MAX_BARS = 25;

/** One group: a ranked table. Two or three: a table with the last group across. */
export function* analyseGroups(dataset: Dataset, intent: GroupsIntent): Analysis {
  const [first, ...others] = intent.groups;
  if (!first) throw new Error('A grouped analysis needs a group.');
  if (others.length > 0) return yield* analyseCrossTable(dataset, intent);
  const selection = selectRows(intent.filters);
  const variable = nameGroup(first);
  const observation = yield* runCell({
    say: `I compute the ${describeFigure(intent)} for each ${describeGroup(first)}${selection.label}.`,
    code: joinLines(
      ...selection.setup,
      `${variable} = ${writeGrouped(dataset, intent, first, selection.frame)}`,
      countGaps(dataset, selection.frame, [first.column, ...intent.measures]),
      variable,
    ),
  });
  const table = observation.tables.at(-1);
  const rows = table ? dataRows(table) : [];
  if (!table || rows.length === 0) return `No rows match${selection.label}, so there is nothing to compare.`;
  if (wantsChart(intent, rows.length)) yield* drawGroups(dataset, intent, first, variable, rows.length);
  return answerGroups(dataset, intent, first, table, observation);
}

function describeFigure(intent: GroupsIntent): string {
  const words = describeAggregate(intent.aggregate, intent.percentile);
  return intent.measures.length === 0 ? words : `${words} ${listWords(intent.measures.map(code))}`;
}

function isOrdered(dataset: Dataset, group: Group): boolean {
  const column = findColumn(dataset, group.column);
  return (group.grain !== null && group.grain !== 'weekday') || (column !== null && isYear(column));
}

/** The figure's column in the table the cell shows. */
function figureColumn(intent: GroupsIntent): string {
  if (intent.measures.length === 0) return 'rows';
  if (intent.measures.length > 1) return intent.measures[0] ?? '';
  return intent.percentile === null ? intent.aggregate : 'percentile';
}

function writeGrouped(dataset: Dataset, intent: GroupsIntent, group: Group, frame: string): string {
  const grouped = `${frame}.groupby(${writeKey(group, frame, dataset)})`;
  const figure = quote(figureColumn(intent));
  const ranked = intent.order !== null || !isOrdered(dataset, group);
  const sort = ranked
    ? `.sort_values(${figure}, ascending=${intent.order === 'asc' ? 'True' : 'False'})`
    : '';
  const cut =
    intent.limit ??
    ((findColumn(dataset, group.column)?.unique ?? 0) > MAX_SHOWN_GROUPS && ranked ? MAX_SHOWN_GROUPS : null);
  const head = cut === null || group.grain !== null ? '' : `.head(${Math.max(cut, 5)})`;
  if (intent.measures.length === 0) return `${grouped}.size().to_frame("rows")${sort}${head}`;
  return `${writeFigures(dataset, intent, grouped)}${sort}${head}`;
}

function writeFigures(dataset: Dataset, intent: GroupsIntent, grouped: string): string {
  const { measures, aggregate, percentile } = intent;
  const rounding = aggregate === 'nunique' ? '' : writeRounding(dataset, measures);
  const [measure = ''] = measures;
  if (percentile !== null)
    return `${grouped}[${quote(measure)}].quantile(${percentile}).to_frame("percentile")${rounding}`;
  if (aggregate === 'range') {
    return `${grouped}[${quote(measure)}].agg(range=lambda values: values.max() - values.min(), count="count")${rounding}`;
  }
  if (measures.length > 1) return `${grouped}[${quoteAll(measures)}].${aggregate}()${rounding}`;
  return `${grouped}[${quote(measure)}].agg([${quote(aggregate)}, "count"])${rounding}`;
}

function wantsChart(intent: GroupsIntent, rowCount: number): boolean {
  return intent.chart !== null || rowCount > 1;
}

function* drawGroups(
  dataset: Dataset,
  intent: GroupsIntent,
  group: Group,
  variable: string,
  rowCount: number,
): Analysis<Observation> {
  const figure = intent.measures.length > 1 ? quoteAll(intent.measures) : quote(figureColumn(intent));
  const along = isOrdered(dataset, group);
  const line = intent.chart === 'line' || (along && rowCount > MAX_BARS && intent.chart !== 'bar');
  const series = `${variable}[${figure}]${along ? '.sort_index()' : ''}`;
  const shown = rowCount > MAX_BARS && !line ? `${series}.head(${MAX_BARS})` : series;
  const legend = intent.measures.length > 1 ? '' : ', legend=False';
  const kind =
    intent.chart === 'pie'
      ? 'pie(ax=ax, autopct="%1.1f%%")'
      : line
        ? `line(ax=ax, marker="o"${legend})`
        : `bar(ax=ax, rot=${rowCount > 6 ? 45 : 0}${legend})`;
  return yield* runCell({
    say: `A ${intent.chart === 'pie' ? 'pie' : line ? 'line' : 'bar'} chart makes the difference visible.`,
    code: writeChart({
      draw: [`${shown}.plot.${kind}`],
      title: `${plain(describeFigure(intent))} by ${describeGroup(group)}`,
      xLabel: describeGroup(group),
      yLabel: plain(describeFigure(intent)),
    }),
  });
}

function plain(text: string): string {
  const bare = text.replaceAll('`', '');
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}

function answerGroups(
  dataset: Dataset,
  intent: GroupsIntent,
  group: Group,
  table: HtmlTable,
  observation: Observation,
): string {
  const rows = dataRows(table);
  const at = table.columns.indexOf(figureColumn(intent));
  const labelled = rows.map(({ label, cells }) => [nameLabel(group, label), ...cells.map(formatNumber)]);
  const shown = labelled.slice(0, intent.limit ?? MAX_ANSWER_ROWS);
  const filters = selectRows(intent.filters).label;
  return composeAnswer({
    headline:
      writeHeadline(intent, group, rows, at) + (filters ? ` This is for the rows selected${filters}.` : ''),
    table: writeTable(
      [describeGroup(group), ...table.columns.map((name) => headerWord(intent, name))],
      shown,
    ),
    ...(labelled.length > shown.length
      ? { more: [`The cell above lists more groups than the ${shown.length} shown here.`] }
      : {}),
    method: explainMethod(intent, group),
    caveats: [...readGaps(observation.text), ...intent.assumptions, ...dataset.notes],
  });
}

function headerWord(intent: GroupsIntent, name: string): string {
  if (name === 'count') return 'values';
  if (name !== figureColumn(intent) || intent.measures.length !== 1) return name;
  return `${describeAggregate(intent.aggregate, intent.percentile)} ${intent.measures[0]}`;
}

const MONTH_NAMES =
  'January February March April May June July August September October November December'.split(' ');

function nameLabel(group: Group, label: string): string {
  return group.grain === 'calendar-month' ? (MONTH_NAMES[Number(label) - 1] ?? label) : label;
}

function writeHeadline(intent: GroupsIntent, group: Group, rows: HtmlTable['rows'], at: number): string {
  const filled = rows.filter(({ cells }) => Number.isFinite(Number(cells[at])));
  const sorted = filled.toSorted((left, right) => Number(right.cells[at]) - Number(left.cells[at]));
  const [high, low] = [sorted[0], sorted.at(-1)];
  if (!high || !low) return `There are no values of ${describeFigure(intent)} to compare.`;
  const figure = (row: HtmlTable['rows'][number]) => bold(formatNumber(row.cells[at] ?? ''));
  const name = (row: HtmlTable['rows'][number]) => bold(nameLabel(group, row.label));
  const what =
    intent.measures.length > 1
      ? `${describeAggregate(intent.aggregate, intent.percentile)} ${code(intent.measures[0] ?? '')}`
      : describeFigure(intent);
  const lead = intent.order === 'asc' ? low : high;
  const rival = intent.order === 'asc' ? sorted.at(-2) : sorted[1];
  const tie = rival && rival.cells[at] === lead.cells[at] ? ` (tied with ${name(rival)})` : '';
  if (sorted.length === 1) return `${name(high)}: the ${what} is ${figure(high)}.`;
  const end = intent.order === 'asc' ? 'lowest' : 'highest';
  const start = `${name(lead)} has the ${end} ${what}: ${figure(lead)}${tie}.`;
  const other = intent.order === 'asc' ? high : low;
  if (intent.order !== null && rival) return `${start} Next is ${name(rival)} with ${figure(rival)}.`;
  return `${start} ${name(other)} is at the other end with ${figure(other)}.`;
}

function explainMethod(intent: GroupsIntent, group: Group): string {
  const by = `grouped by ${describeGroup(group)}`;
  if (intent.measures.length === 0) return `I counted the rows, ${by}.`;
  const [measure = ''] = intent.measures;
  const why =
    intent.aggregate === 'sum' && isAdditive(measure)
      ? ' Totals, because these values add up; ask "on average" for means.'
      : intent.aggregate === 'mean' && intent.order !== null
        ? ' The ranking compares averages, not single rows.'
        : '';
  return `I took the ${describeFigure(intent)}, ${by}.${why}`;
}

function* analyseCrossTable(dataset: Dataset, intent: GroupsIntent): Analysis {
  const selection = selectRows(intent.filters);
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
  const line = isOrdered(dataset, down) && intent.chart !== 'bar';
  yield* runCell({
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
  return answerCrossTable(dataset, intent, { table, observation, down, across, what });
}

function writeCrossFigure(intent: GroupsIntent, measure: string): string {
  const source = `[${quote(measure)}]`;
  if (intent.percentile !== null) return `${source}.quantile(${intent.percentile})`;
  if (intent.aggregate === 'range') return `${source}.agg(lambda values: values.max() - values.min())`;
  return `${source}.${intent.aggregate}()`;
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
    high && low
      ? ` It is highest for ${bold(high.where)} (${bold(formatNumber(high.text))}) and lowest for ${bold(low.where)} (${bold(formatNumber(low.text))}).`
      : '';
  const left = intent.groups.slice(2).map(describeGroup);
  return composeAnswer({
    headline: `This is the ${what} by ${describeGroup(down)} and ${describeGroup(across)}${selectRows(intent.filters).label}.${ends}`,
    table: writeTable(
      [`${describeGroup(down)} \\ ${describeGroup(across)}`, ...table.columns],
      rows
        .slice(0, MAX_ANSWER_ROWS)
        .map(({ label, cells }) => [nameLabel(down, label), ...cells.map(formatNumber)]),
    ),
    method: `I took the ${what} for every combination of the two groups.`,
    caveats: [
      ...(left.length > 0 ? [`I left out the further grouping by ${listWords(left)}.`] : []),
      ...readGaps(observation.text),
      ...intent.assumptions,
      ...dataset.notes,
    ],
  });
}
