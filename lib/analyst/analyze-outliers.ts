/** Values far from the others, and the rows they are in. */

import { type Analysis, runCell } from './analysis.ts';
import { detailColumns } from './analyze-figures.ts';
import type { Dataset } from './dataset.ts';
import { bold, code, composeAnswer, formatNumber, listWords, trimZeros, writeTable } from './format.ts';
import { dataRows, type HtmlTable } from './html-table.ts';
import type { OutliersIntent } from './intent.ts';
import { joinLines, quote, quoteAll } from './python-literals.ts';
import { selectRows } from './select-rows.ts';

const MAX_MEASURES = 12;
const MAX_ROWS_SHOWN = 10;
const MAX_ROWS_TOLD = 5;

export function* analyzeOutliers(dataset: Dataset, intent: OutliersIntent): Analysis {
  const selection = selectRows(dataset, intent.filters);
  const measures = intent.measures.slice(0, MAX_MEASURES);
  if (measures.length === 0) return 'Outliers need a numeric column, and this table has none.';
  const observation = yield* runCell({
    say: `I mark values of ${listWords(measures.map(code))} far outside the middle half (more than 1.5 times its width away).`,
    code: joinLines(
      ...selection.setup,
      `numbers = ${selection.frame}[${quoteAll(measures)}]`,
      'q1, q3 = numbers.quantile(0.25), numbers.quantile(0.75)',
      'low, high = q1 - 1.5 * (q3 - q1), q3 + 1.5 * (q3 - q1)',
      'outside = (numbers < low) | (numbers > high)',
      'pd.DataFrame({"outliers": outside.sum(), "lower limit": low, "upper limit": high})',
    ),
  });
  const table = observation.tables.at(-1);
  if (!table) return 'I could not read the outliers back from the cell.';
  const rows = dataRows(table).toSorted((left, right) => Number(right.cells[0]) - Number(left.cells[0]));
  const [most] = rows;
  const hasAny = most !== undefined && Number(most.cells[0]) > 0;
  const extremes = hasAny ? yield* lookUpExtremes(dataset, selection.frame, most.label) : null;
  yield* drawBoxes(measures.length);
  return composeAnswer({
    headline: hasAny
      ? describeMost(most, rows.length)
      : 'No value is outside the limits: there are **0** outliers.',
    ...(rows.length > 1 || !hasAny ? { table: writeLimits(rows) } : {}),
    ...(extremes && most
      ? { more: [`The most extreme values in ${code(most.label)}:`, writeRows(extremes)] }
      : {}),
    method:
      "Tukey's rule: a value is an outlier when it is more than 1.5 interquartile ranges below the first or above the third quartile.",
    caveats: [
      'An outlier by this rule is unusual, not necessarily wrong.',
      ...intent.assumptions,
      ...dataset.notes,
    ],
  });
}

function* lookUpExtremes(dataset: Dataset, frame: string, measure: string): Analysis<HtmlTable | null> {
  const name = quote(measure);
  const observation = yield* runCell({
    say: `I look at the rows whose ${code(measure)} is furthest from its median.`,
    code: joinLines(
      `distance = (numbers[${name}] - numbers[${name}].median()).abs()`,
      `furthest = distance[outside[${name}]].nlargest(${MAX_ROWS_SHOWN})`,
      `${frame}.loc[furthest.index, ${quoteAll([measure, ...detailColumns(dataset, measure)])}]`,
    ),
  });
  return observation.tables.at(-1) ?? null;
}

function* drawBoxes(count: number): Analysis<unknown> {
  const across = Math.min(4, count);
  const size = `(${across * 2.5 + 1}, ${Math.ceil(count / 4) * 3.5})`;
  return yield* runCell({
    say: 'Box plots show them as individual points.',
    code: [
      'import matplotlib.pyplot as plt',
      '',
      `numbers.plot.box(subplots=True, layout=(-1, ${across}), figsize=${size}, title="Outliers beyond 1.5 times the interquartile range")`,
      'plt.tight_layout()',
      'plt.show()',
    ].join('\n'),
  });
}

type Row = HtmlTable['rows'][number];

function describeMost({ label, cells: [count = '', low = '', high = ''] }: Row, columns: number): string {
  const [lead, end] = columns > 1 ? ['the most outliers: ', ''] : ['', ' outliers'];
  return `${bold(label)} has ${lead}${bold(formatNumber(count))}${end}, outside ${formatNumber(low)} to ${formatNumber(high)}.`;
}

function writeLimits(rows: readonly Row[]): string {
  return writeTable(
    ['column', 'outliers', 'lower limit', 'upper limit'],
    rows.map(({ label, cells }) => [label, ...cells.map(formatNumber)]),
  );
}

function writeRows(table: HtmlTable): string {
  return writeTable(
    table.columns,
    dataRows(table)
      .slice(0, MAX_ROWS_TOLD)
      .map(({ cells: [value = '', ...others] }) => [formatNumber(value), ...others.map(trimZeros)]),
  );
}
