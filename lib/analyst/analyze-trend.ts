/** Change along time: the series, its ends, its slope, and a line chart. */
import { type Analysis, runCell } from './analysis.ts';
import { writeChart } from './chart.ts';
import { type Dataset, findColumn } from './dataset.ts';
import {
  bold,
  code,
  composeAnswer,
  describeAggregate,
  describeGroup,
  formatNumber,
  writeTable,
} from './format.ts';
import { dataRows, type HtmlTable } from './html-table.ts';
import type { TrendIntent } from './intent.ts';
import { nameGroup, writeKey } from './keys.ts';
import { explainPartialPeriods, writeUsualGaps } from './partial-period.ts';
import { joinLines, quote } from './python-literals.ts';
import { countGaps, readGaps, type Selection, selectRows } from './select-rows.ts';

const ROLLING_FROM_POINTS = 30;

export function* analyzeTrend(dataset: Dataset, intent: TrendIntent): Analysis {
  const selection = selectRows(dataset, intent.filters);
  const variable = nameGroup(intent.time);
  const what = describeWhat(intent);
  const step = describeStep(dataset, intent);
  const observation = yield* runCell({
    say: `I compute the ${what} for each ${step}${selection.label}.`,
    code: joinLines(
      ...selection.setup,
      `${variable} = ${writeSeries(dataset, intent, selection)}`,
      writeUsualGaps(dataset, intent.time, selection.frame, intent.filters),
      countGaps(dataset, selection.frame, [
        intent.time.column,
        ...(intent.measure === null ? [] : [intent.measure]),
      ]),
      variable,
    ),
  });
  if ((observation.tables.at(-1)?.rows.length ?? 0) === 0) return `No rows match${selection.label}.`;
  const change = yield* runCell({
    say: 'I compare the beginning with the end and fit a straight line.',
    code: intent.split === null ? writeChange(variable, step) : writeSplitChange(variable),
  });
  yield* drawTrend(intent, variable, what, step);
  const table = change.tables.at(-1);
  if (!table) return 'I could not read the change over time back from the cell.';
  const caveats = [
    ...readGaps(observation.text),
    ...explainPartialPeriods(dataset, intent.time, intent.filters, observation.text),
    ...intent.assumptions,
    ...dataset.notes,
  ];
  return intent.split === null
    ? answerTrend({ table, text: change.text, what, step, filters: selection.label, caveats })
    : answerSplit({ table, what, step, split: intent.split, caveats });
}

function describeWhat(intent: TrendIntent): string {
  return intent.measure === null
    ? 'number of rows'
    : `${describeAggregate(intent.aggregate, null)} ${code(intent.measure)}`;
}

function describeStep(dataset: Dataset, intent: TrendIntent): string {
  const { time } = intent;
  if (time.grain !== null) return describeGroup(time);
  return findColumn(dataset, time.column)?.kind === 'number' ? 'year' : time.column;
}

function valueName(intent: TrendIntent): string {
  return intent.measure ?? 'rows';
}

function writeSeries(dataset: Dataset, intent: TrendIntent, selection: Selection): string {
  const { frame } = selection;
  const time = writeKey(intent.time, frame, dataset);
  const keys = intent.split === null ? time : `[${time}, ${quote(intent.split)}]`;
  const grouped = `${frame}.groupby(${keys})`;
  const figures =
    intent.measure === null
      ? `${grouped}.size()`
      : `${grouped}[${quote(intent.measure)}].${intent.aggregate}(${intent.aggregate === 'sum' ? 'min_count=1' : ''})`;
  return intent.split === null
    ? `${figures}.dropna().to_frame(${quote(valueName(intent))})`
    : `${figures}.unstack()`;
}

function writeChange(variable: string, step: string): string {
  return [
    'import numpy as np\n',
    `series = ${variable}.iloc[:, 0]`,
    'tenth = max(1, len(series) // 10)',
    'change = pd.Series({',
    '    "first": series.iloc[0],',
    '    "last": series.iloc[-1],',
    '    "change": series.iloc[-1] - series.iloc[0],',
    '    "percent": 100 * (series.iloc[-1] / series.iloc[0] - 1) if series.iloc[0] > 0 else np.nan,',
    '    f"mean of the first {tenth}": series.head(tenth).mean(),',
    '    f"mean of the last {tenth}": series.tail(tenth).mean(),',
    '    "lowest": series.min(),',
    '    "highest": series.max(),',
    `    ${quote(`slope per ${step}`)}: np.polyfit(range(len(series)), series.astype(float), 1)[0] if len(series) > 1 else np.nan,`,
    `    ${quote(`${step}s`)}: len(series),`,
    '})',
    'print("from", series.index[0], "to", series.index[-1])',
    'print("lowest in", series.idxmin(), "and highest in", series.idxmax())',
    'change.round(4).to_frame("value")',
  ].join('\n');
}

function writeSplitChange(variable: string): string {
  return [
    `first, last = ${variable}.bfill().iloc[0], ${variable}.ffill().iloc[-1]`,
    `print("from", ${variable}.index[0], "to", ${variable}.index[-1])`,
    'pd.DataFrame({"first": first, "last": last, "change": last - first}).round(4)',
  ].join('\n');
}

function* drawTrend(intent: TrendIntent, variable: string, what: string, step: string): Analysis<unknown> {
  const plain = what.replaceAll('`', '');
  const smooth =
    intent.split === null
      ? [
          `if len(${variable}) >= ${ROLLING_FROM_POINTS}:`,
          `    ${variable}[${quote(valueName(intent))}].rolling(10, center=True).mean().plot(ax=ax, linewidth=2.5, label="rolling mean of 10")`,
          'ax.legend()',
        ]
      : [`ax.legend(title=${quote(intent.split)})`];
  const kind = intent.chart === 'bar' ? 'bar(ax=ax)' : 'line(ax=ax, marker=".", alpha=0.8)';
  return yield* runCell({
    say: 'A line chart shows the course over time.',
    code: writeChart({
      draw: [`${variable}.plot.${kind}`, ...smooth],
      title: `${plain.charAt(0).toUpperCase()}${plain.slice(1)} by ${step}`,
      xLabel: step,
      yLabel: plain,
    }),
  });
}

interface TrendResult {
  table: HtmlTable;
  text: string;
  what: string;
  step: string;
  filters: string;
  caveats: readonly string[];
}

function answerTrend(result: TrendResult): string {
  const { table, text, what, step, filters, caveats } = result;
  const rows = dataRows(table);
  const read = (start: string) => rows.find(({ label }) => label.startsWith(start));
  const value = (start: string) => read(start)?.cells[0] ?? '';
  const shown = (start: string) => bold(formatNumber(value(start)));
  const change = Number(value('change'));
  const smoothed = Number(value('mean of the last')) - Number(value('mean of the first'));
  const verb = change > 0 ? 'rose' : change < 0 ? 'fell' : 'ended where it began,';
  const percent =
    Number.isFinite(Number(value('percent'))) && value('percent') !== ''
      ? ` (${formatNumber(value('percent'))} %)`
      : '';
  const [, from = '', to = ''] = /^from (.+) to (.+)$/m.exec(text) ?? [];
  const [, low = '', high = ''] = /^lowest in (.+) and highest in (.+)$/m.exec(text) ?? [];
  const single = read('mean of the first')?.label === 'mean of the first 1';
  const slope = Number(value('slope'));
  const wobble =
    change * smoothed < 0
      ? ` The end points are misleading: the ${read('mean of the first')?.label} (${shown('mean of the first')}) and the ${read('mean of the last')?.label} (${shown('mean of the last')}) show the opposite.`
      : single && change * slope < 0
        ? ` The end points are misleading: a straight line through all values ${slope < 0 ? 'falls' : 'rises'}.`
        : '';
  return composeAnswer({
    headline: `The ${what} ${verb} from ${shown('first')} in ${bold(from)} to ${shown('last')} in ${bold(to)}, a change of ${shown('change')}${percent}${filters}. It was lowest in ${bold(low)} (${shown('lowest')}) and highest in ${bold(high)} (${shown('highest')}).${wobble}`,
    table: writeTable(
      ['', 'value'],
      rows
        .filter(({ label, cells }) => cells[0] !== 'NaN' && !(single && label.startsWith('mean of')))
        .map(({ label, cells }) => [label, formatNumber(cells[0] ?? '')]),
    ),
    method: `I took the ${what} for each ${step}, compared both ends${single ? '' : ' (single values and means of a tenth of the series)'} and fitted a straight line.`,
    caveats,
  });
}

function answerSplit(result: Omit<TrendResult, 'filters' | 'text'> & { split: string }): string {
  const { table, what, step, split, caveats } = result;
  const rows = dataRows(table);
  const sorted = rows.toSorted((left, right) => Number(right.cells[2]) - Number(left.cells[2]));
  const [up, down] = [sorted[0], sorted.at(-1)];
  const ends =
    up && down
      ? ` It increased most for ${bold(up.label)} (${bold(formatNumber(up.cells[2] ?? ''))}) and least for ${bold(down.label)} (${bold(formatNumber(down.cells[2] ?? ''))}).`
      : '';
  return composeAnswer({
    headline: `This is how the ${what} changed from the first ${step} to the last, for each ${code(split)}.${ends}`,
    table: writeTable(
      [split, ...table.columns],
      rows.slice(0, 12).map(({ label, cells }) => [label, ...cells.map(formatNumber)]),
    ),
    method: `I took the ${what} for each ${step} and ${code(split)} and compared the ends.`,
    caveats,
  });
}
