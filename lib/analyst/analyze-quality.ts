/** The state of the data itself: gaps, repeated rows, outliers, and how a column is spread. */
import { type Analysis, runCell } from './analysis.ts';
import { writeChart } from './chart.ts';
import { type Dataset, findColumn } from './dataset.ts';
import { bold, code, composeAnswer, formatNumber, listWords, writeTable } from './format.ts';
import { dataRows, readCell } from './html-table.ts';
import type { DistributionIntent, MissingIntent, PlainIntent } from './intent.ts';
import { joinLines, quote, quoteAll } from './python-literals.ts';
import { countGaps, readGaps, selectRows } from './select-rows.ts';

export function* analyzeMissing(dataset: Dataset, intent: MissingIntent): Analysis {
  const selection = selectRows(dataset, intent.filters);
  const { columns } = intent;
  const where = columns.length > 0 ? listWords(columns.map(code)) : 'each column';
  const source = columns.length > 0 ? `${selection.frame}[${quoteAll(columns)}]` : selection.frame;
  const observation = yield* runCell({
    say: `I count the missing values in ${where}${selection.label}.`,
    code: joinLines(
      ...selection.setup,
      `gaps = ${source}.isna()`,
      'missing = pd.DataFrame({"missing": gaps.sum(), "percent": (100 * gaps.mean()).round(2)})',
      'print(gaps.any(axis=1).sum(), "of", len(gaps), "rows have a gap;", gaps.sum().sum(), "cells are empty")',
      `${columns.length > 0 ? 'missing' : 'missing[missing["missing"] > 0]'}.sort_values("missing", ascending=False)`,
    ),
  });
  const [, rowCount = '', all = '', cells = ''] =
    /^(\d+) of (\d+) rows have a gap; (\d+) cells/m.exec(observation.text) ?? [];
  const rows = observation.tables.at(-1)?.rows ?? [];
  const caveats = [...intent.assumptions, ...dataset.notes];
  if (cells === '0')
    return composeAnswer({
      headline:
        columns.length > 0
          ? `There are ${bold('0')} missing values in ${where}${selection.label}.`
          : `There are ${bold('0')} missing values${selection.label}: every cell is filled.`,
      method: `I counted empty cells in ${columns.length > 0 ? where : 'every column'}.`,
      caveats,
    });
  if (intent.chart !== null) {
    yield* runCell({
      say: 'A bar chart shows where the gaps are.',
      code: writeChart({
        draw: ['missing["missing"].plot.bar(ax=ax, rot=45)'],
        title: 'Missing values by column',
        xLabel: 'column',
        yLabel: 'missing values',
      }),
    });
  }
  const table = writeTable(
    ['column', 'missing', 'percent'],
    rows.slice(0, 20).map(({ label, cells: shown }) => [label, ...shown.map(formatNumber)]),
  );
  if (columns.length > 0) {
    const each = rows.map(
      ({ label, cells: [count = '', percent = ''] }) =>
        `${code(label)} has ${bold(formatNumber(count))} missing values (${formatNumber(percent)} % of ${formatNumber(all)} rows)`,
    );
    return composeAnswer({
      headline: `${listWords(each)}${selection.label}.`,
      ...(rows.length > 1 ? { table } : {}),
      method: `I counted empty cells in ${where}.`,
      caveats,
    });
  }
  return composeAnswer({
    headline: `${bold(formatNumber(cells))} cells are missing, spread over ${bold(formatNumber(rowCount))} of ${formatNumber(all)} rows. The most gaps are in ${bold(rows[0]?.label ?? '')}: ${bold(formatNumber(rows[0]?.cells[0] ?? ''))}.`,
    table,
    method: 'I counted empty cells in every column; columns without any are not listed.',
    caveats,
  });
}

export function* analyzeDuplicates(dataset: Dataset, intent: PlainIntent): Analysis {
  const observation = yield* runCell({
    say: 'I look for rows that are exactly alike.',
    code: joinLines(
      'print(df.duplicated().sum(), "rows repeat an earlier row")',
      'df[df.duplicated(keep=False)].head(10)',
    ),
  });
  const [, count = ''] = /^(\d+) rows repeat/m.exec(observation.text) ?? [];
  return composeAnswer({
    headline:
      count === '0'
        ? `There are ${bold('0')} duplicate rows.`
        : `${bold(formatNumber(count))} rows repeat an earlier row exactly; the notebook's cell shows examples.`,
    method: 'Two rows count as duplicates when they agree in every column.',
    caveats: [...intent.assumptions, ...dataset.notes],
  });
}

export function* analyzeDistribution(dataset: Dataset, intent: DistributionIntent): Analysis {
  const selection = selectRows(dataset, intent.filters);
  const { measure, group } = intent;
  const column = findColumn(dataset, measure);
  const source = `${selection.frame}[${quote(measure)}]`;
  const observation = yield* runCell({
    say: `I describe how ${code(measure)} is spread${selection.label}.`,
    code: joinLines(
      ...selection.setup,
      countGaps(dataset, selection.frame, [measure]),
      group === null
        ? `${source}.describe().to_frame()`
        : `${selection.frame}.groupby(${quote(group)})[${quote(measure)}].describe()`,
    ),
  });
  const table = observation.tables.at(-1);
  const count = table && readCell(table, 'count', measure);
  if (!table || table.rows.length === 0 || (typeof count === 'string' && Number(count) === 0))
    return `There are no values of ${code(measure)}${selection.label}.`;
  yield* runCell({
    say:
      group === null && intent.chart !== 'box'
        ? 'A histogram shows the shape.'
        : 'Box plots show the spread.',
    code: writeChart(chartDistribution(intent, selection.frame, column?.integer ?? false)),
  });
  const caveats = [...readGaps(observation.text), ...intent.assumptions, ...dataset.notes];
  if (group !== null) {
    return composeAnswer({
      headline: `This is how ${code(measure)} is spread within each ${code(group)}${selection.label}.`,
      table: writeTable(
        [group, ...table.columns],
        dataRows(table).map(({ label, cells }) => [label, ...cells.map(formatNumber)]),
      ),
      method: 'Count, mean, standard deviation and quartiles of each group.',
      caveats,
    });
  }
  const value = (label: string) => readCell(table, label, measure) ?? '';
  const shown = (label: string) => bold(formatNumber(value(label)));
  return composeAnswer({
    headline: `${code(measure)} runs from ${shown('min')} to ${shown('max')}; the middle half is between ${shown('25%')} and ${shown('75%')}. The mean is ${shown('mean')}, the median ${shown('50%')}${describeSkew(value)}`,
    method: `Described over ${formatNumber(value('count'))} values${selection.label}; the standard deviation is ${formatNumber(value('std'))}.`,
    caveats,
  });
}

/** In widths of the middle half: what lies further out is far from the others. */
const FAR = 4;

function describeSkew(value: (label: string) => string): string {
  const read = (label: string) => Number(value(label));
  const far = FAR * (read('75%') - read('25%'));
  if (far > 0 && read('max') - read('75%') > far) return '; some values are far above all others.';
  if (far > 0 && read('25%') - read('min') > far) return '; some values are far below all others.';
  const lean = (read('mean') - read('50%')) / read('std');
  if (!(Math.abs(lean) > 0.15)) return '; they are close, so the spread is fairly even.';
  return lean > 0 ? ': high values pull the mean up.' : ': low values pull the mean down.';
}

/** Up to so many whole numbers have a bar each. */
const MAX_WHOLE_BARS = 60;

function chartDistribution(intent: DistributionIntent, frame: string, isInteger: boolean) {
  const { measure, group } = intent;
  const source = `${frame}[${quote(measure)}]`;
  if (group !== null) {
    return {
      draw: [
        `groups = ${frame}.dropna(subset=${quoteAll([measure, group])}).groupby(${quote(group)})[${quote(measure)}]`,
        'ax.boxplot([values for _, values in groups], tick_labels=[str(name) for name, _ in groups])',
      ],
      title: `${measure} by ${group}`,
      xLabel: group,
      yLabel: measure,
    };
  }
  if (intent.chart === 'box')
    return {
      draw: [`ax.boxplot(${source}.dropna())`],
      title: `Spread of ${measure}`,
      xLabel: '',
      yLabel: measure,
    };
  return {
    draw: isInteger
      ? [
          `values = ${source}.dropna()`,
          'edges = range(int(values.min()), int(values.max()) + 2)',
          `ax.hist(values, bins=[edge - 0.5 for edge in edges] if len(edges) < ${MAX_WHOLE_BARS} else 30, edgecolor="white")`,
        ]
      : [`ax.hist(${source}.dropna(), bins=30, edgecolor="white")`],
    title: `Distribution of ${measure}`,
    xLabel: measure,
    yLabel: 'rows',
  };
}
