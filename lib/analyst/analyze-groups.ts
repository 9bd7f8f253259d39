/** Figures per group: averages, totals, counts, and who leads. */

import { type Analysis, type Observation, runCell } from './analysis.ts';
import { analyzeCrossTable } from './analyze-cross-table.ts';
import { answerGroups, GROUP_COUNT, readGroupCount, TIES } from './answer-groups.ts';
import { writeChart } from './chart.ts';
import { type Dataset, findColumn } from './dataset.ts';
import { describeGroup } from './format.ts';
import { describeFigure, figureColumn, isOrdered, plain } from './group-words.ts';
import { dataRows } from './html-table.ts';
import type { GroupsIntent } from './intent.ts';
import { nameGroup, writeKey, writeRounding } from './keys.ts';
import { writeUsualGaps } from './partial-period.ts';
import { joinLines, quote, quoteAll } from './python-literals.ts';
import type { Group } from './reading.ts';
import { countGaps, selectRows } from './select-rows.ts';

/** More rows than this pandas cuts in the middle. */
const MAX_SHOWN_GROUPS = 60;
const MAX_BARS = 25;
/** More labels than this do not fit side by side. */
const MAX_UPRIGHT_BARS = 12;

/** One group: a ranked table. Two or three: a table with the last group across. */
export function* analyzeGroups(dataset: Dataset, intent: GroupsIntent): Analysis {
  const [first, ...others] = intent.groups;
  if (!first) throw new Error('A grouped analysis needs a group.');
  if (others.length > 0) return yield* analyzeCrossTable(dataset, intent);
  const selection = selectRows(dataset, intent.filters);
  const variable = nameGroup(first);
  const observation = yield* runCell({
    say: `I compute the ${describeFigure(intent)} for each ${describeGroup(first)}${selection.label}.`,
    code: joinLines(
      ...selection.setup,
      `${variable} = ${writeGrouped(dataset, intent, first, selection.frame)}`,
      countGaps(dataset, selection.frame, [first.column, ...intent.measures]),
      writeUsualGaps(dataset, first, selection.frame, intent.filters),
      writeTies(intent, variable),
      mayBeLong(dataset, intent, first) ? `print(len(${variable}), ${JSON.stringify(GROUP_COUNT)})` : null,
      ...writeShown(dataset, intent, first, variable),
    ),
  });
  const [table, ends] = observation.tables;
  const rows = table ? dataRows(table) : [];
  const count = readGroupCount(observation.text) ?? rows.length;
  if (!table || rows.length === 0) return `No rows match${selection.label}, so there is nothing to compare.`;
  if (wantsChart(intent, count)) yield* drawGroups(dataset, intent, first, variable, count);
  return answerGroups(dataset, intent, first, {
    table,
    ends: ends && count > rows.length ? dataRows(ends) : rows,
    text: observation.text,
    variable,
  });
}

function writeGrouped(dataset: Dataset, intent: GroupsIntent, group: Group, frame: string): string {
  const grouped = `${frame}.groupby(${writeKey(group, frame, dataset)})`;
  const figure = quote(figureColumn(intent));
  const ranked = intent.order !== null || !isOrdered(dataset, group);
  const sort = ranked
    ? `.sort_values(${figure}, ascending=${intent.order === 'asc' ? 'True' : 'False'})`
    : '';
  const head = intent.limit === null || group.grain !== null ? '' : `.head(${intent.limit})`;
  if (intent.measures.length === 0) return `${grouped}.size().to_frame("rows")${sort}${head}`;
  // The sum of no values would be told as zero.
  const gaps =
    intent.measures.length === 1 && (findColumn(dataset, intent.measures[0] ?? '')?.missing ?? 0) > 0;
  const filled = gaps && intent.aggregate === 'sum' ? '.query("count > 0")' : '';
  return `${writeFigures(intent, grouped)}${filled}${sort}${head}`;
}

function writeFigures(intent: GroupsIntent, grouped: string): string {
  const { measures, aggregate, percentile } = intent;
  const [measure = ''] = measures;
  if (percentile !== null)
    return `${grouped}[${quote(measure)}].quantile(${percentile}).to_frame("percentile")`;
  if (aggregate === 'range') {
    return `${grouped}[${quote(measure)}].agg(range=lambda values: values.max() - values.min(), count="count")`;
  }
  if (measures.length > 1) return `${grouped}[${quoteAll(measures)}].${aggregate}()`;
  return `${grouped}[${quote(measure)}].agg([${quote(aggregate)}, "count"])`;
}

/** Values of a column can be many; so can days and months. */
function mayBeLong(dataset: Dataset, intent: GroupsIntent, { column, grain }: Group): boolean {
  if (intent.limit !== null) return false;
  if (grain === null) return (findColumn(dataset, column)?.unique ?? 0) > MAX_SHOWN_GROUPS;
  return !/^(calendar-month|weekday|day-kind|hour|quarter|year|decade)$/.test(grain);
}

/** The table, of a long one its first rows; groups along time and long ones show their highest and lowest apart. */
function writeShown(dataset: Dataset, intent: GroupsIntent, group: Group, variable: string): string[] {
  const rounding = intent.aggregate === 'nunique' ? '' : writeRounding(dataset, intent.measures);
  const along = isOrdered(dataset, group) && intent.order === null;
  const long = mayBeLong(dataset, intent, group);
  const shown = `${variable}${long && !along ? `.head(${MAX_SHOWN_GROUPS})` : ''}${rounding}`;
  if (intent.order !== null || (!along && !long) || group.grain === 'calendar-month') return [shown];
  const figure = quote(figureColumn(intent));
  return [
    `display(${shown})`,
    `ranked = ${variable}.dropna(subset=${figure}).sort_values(${figure}, ascending=False)`,
    `pd.concat([ranked.head(1), ranked.tail(1)])${rounding}`,
  ];
}

/** Figures that look alike once rounded need not be: prints how many groups truly share the first place. */
function writeTies(intent: GroupsIntent, variable: string): string | null {
  if (intent.measures.length === 0) return null;
  const figures = `${variable}[${quote(figureColumn(intent))}].astype(float)`;
  const end = intent.order === 'asc' ? 'min' : 'max';
  return `print(((${figures} - ${figures}.${end}()).abs() < 1e-9).sum(), ${JSON.stringify(TIES)})`;
}

function wantsChart(intent: GroupsIntent, rowCount: number): boolean {
  return intent.chart !== null || rowCount > 1;
}

type GroupChart = 'pie' | 'line' | 'bar' | 'barh';

function chooseChart(intent: GroupsIntent, along: boolean, rowCount: number): GroupChart {
  if (intent.chart === 'pie' && intent.measures.length > 1) return 'bar';
  if (intent.chart === 'pie' || intent.chart === 'line' || intent.chart === 'bar') return intent.chart;
  if (along) return rowCount > MAX_BARS ? 'line' : 'bar';
  return rowCount > MAX_UPRIGHT_BARS ? 'barh' : 'bar';
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
  const chart = chooseChart(intent, along, rowCount);
  const legend = intent.measures.length > 1 ? '' : ', legend=False';
  const options = {
    pie: 'pie(ax=ax, autopct="%1.1f%%")',
    line: `line(ax=ax, marker="o"${legend})`,
    bar: `bar(ax=ax, rot=${rowCount > 6 ? 45 : 0}${legend})`,
    barh: `barh(ax=ax${legend})`,
  }[chart];
  const [what, by] = [plain(describeFigure(intent)), describeGroup(group)];
  return yield* runCell({
    say: `A ${chart === 'barh' ? 'bar' : chart} chart makes the difference visible.`,
    code: writeChart({
      ...(group.grain === 'weekday' ? { imports: ['import calendar'] } : {}),
      draw: [
        `${variable}[${figure}]${writeOrder(group, along, chart, rowCount)}.plot.${options}`,
        ...(chart === 'barh' ? ['ax.invert_yaxis()'] : []),
      ],
      title: `${what} by ${by}`,
      xLabel: chart === 'barh' ? what : by,
      yLabel: chart === 'barh' ? by : what,
    }),
  });
}

/** Time runs along the axis, weekdays in their order, everything else as ranked and not too many. */
function writeOrder(group: Group, along: boolean, chart: GroupChart, rowCount: number): string {
  if (along) return '.sort_index()';
  if (group.grain === 'weekday') return '.reindex(list(calendar.day_name))';
  return rowCount > MAX_BARS && chart !== 'line' ? `.head(${MAX_BARS})` : '';
}
