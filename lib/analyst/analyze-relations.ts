/** How numeric columns go together: pairs (overall and within groups), one against all, and every pair. */
import { type Analysis, runCell } from './analysis.ts';
import { writeChart } from './chart.ts';
import { categoryColumns, type Dataset, measureColumns } from './dataset.ts';
import { bold, code, composeAnswer, formatNumber, writeTable } from './format.ts';
import { dataRows, type HtmlTable, readCell } from './html-table.ts';
import type { CorrelationIntent } from './intent.ts';
import { joinLines, quote, quoteAll } from './python-literals.ts';
import { describeFilters, selectRows } from './select-rows.ts';

const MAX_GROUPS = 8;
/** A correlation over fewer rows says next to nothing. */
const MIN_GROUP_ROWS = 20;

export function* analyzeCorrelation(dataset: Dataset, intent: CorrelationIntent): Analysis {
  const [x, y] = intent.measures;
  if (measureColumns(dataset).length < 2)
    return 'A correlation needs two numeric columns, and this table has fewer.';
  if (x !== undefined && y !== undefined) return yield* analyzePair(dataset, intent, x, y);
  return yield* analyzeStrongest(dataset, intent, x ?? null);
}

function* analyzePair(dataset: Dataset, intent: CorrelationIntent, x: string, y: string): Analysis {
  const selection = selectRows(dataset, intent.filters);
  const overall = yield* runCell({
    say: `I compute the correlation of ${code(x)} and ${code(y)}${selection.label} over the rows that have both.`,
    code: joinLines(
      ...selection.setup,
      `pair = ${selection.frame}.dropna(subset=${quoteAll([x, y])})`,
      `print(len(pair), "rows with both,", len(${selection.frame}) - len(pair), "without")`,
      `pair[${quoteAll([x, y])}].corr()`,
    ),
  });
  const value = overall.tables.at(-1) && readCell(overall.tables.at(-1) as HtmlTable, x, y);
  const group = intent.group ?? autoGroup(dataset);
  const within = group === null ? null : yield* correlateWithin(x, y, group);
  yield* drawPair(x, y, within ? group : null);
  return answerPair(dataset, intent, { x, y, group, value: value ?? 'NaN', text: overall.text, within });
}

/** Groups can hide or turn a relation round, so a column of few groups, each spelled in one way, is checked unasked. */
function autoGroup(dataset: Dataset): string | null {
  return (
    categoryColumns(dataset).find(
      ({ unique, folded = unique }) =>
        unique <= MAX_GROUPS && unique * MIN_GROUP_ROWS <= dataset.rows && folded === unique,
    )?.name ?? null
  );
}

function* correlateWithin(x: string, y: string, group: string): Analysis<HtmlTable | null> {
  const observation = yield* runCell({
    say: `A relationship can look different within groups, so I check it within each ${code(group)} too.`,
    code: joinLines(
      `groups = pair.groupby(${quote(group)})`,
      'within = pd.DataFrame({',
      `    "correlation": groups[${quoteAll([x, y])}].apply(lambda rows: rows[${quote(x)}].corr(rows[${quote(y)}])),`,
      '    "rows": groups.size(),',
      '})',
      'within',
    ),
  });
  return observation.tables.at(-1) ?? null;
}

function* drawPair(x: string, y: string, group: string | null): Analysis<unknown> {
  const draw =
    group === null
      ? [`ax.scatter(pair[${quote(x)}], pair[${quote(y)}], s=18, alpha=0.7)`]
      : [
          `for name, rows in pair.groupby(${quote(group)}):`,
          `    ax.scatter(rows[${quote(x)}], rows[${quote(y)}], s=18, alpha=0.7, label=str(name))`,
          `ax.legend(title=${quote(group)})`,
        ];
  return yield* runCell({
    say: 'A scatter plot shows the shape of the relationship.',
    code: writeChart({ draw, title: `${y} vs. ${x}`, xLabel: x, yLabel: y }),
  });
}

interface PairResult {
  x: string;
  y: string;
  group: string | null;
  value: string;
  text: string;
  within: HtmlTable | null;
}

function answerPair(dataset: Dataset, intent: CorrelationIntent, result: PairResult): string {
  const { x, y, group, value, text, within } = result;
  const [, used = '', left = '0'] = /^(\d+) rows with both, (\d+) without/m.exec(text) ?? [];
  const rows = within ? dataRows(within).filter(({ cells }) => cells[0] !== 'NaN') : [];
  const turned = rows.length > 1 && rows.every(({ cells }) => Number(cells[0]) * Number(value) < 0);
  const paradox = turned
    ? `Within every ${code(group ?? '')} the sign is the opposite: the groups differ in level, which reverses the overall result (Simpson's paradox). Trust the figures within the groups.`
    : '';
  return composeAnswer({
    headline: `The correlation between ${code(x)} and ${code(y)} is ${bold(formatNumber(value))}${describeFilters(intent.filters)}: ${describeStrength(Number(value))}.${paradox ? ` ${paradox}` : ''}`,
    ...(rows.length > 0
      ? {
          table: writeTable(
            [group ?? '', 'correlation', 'rows'],
            rows.map(({ label, cells }) => [label, ...cells.map(formatNumber)]),
          ),
        }
      : {}),
    method: `Pearson correlation over the ${formatNumber(used)} rows that have both values${group ? `, overall and within each ${code(group)}` : ''}.`,
    caveats: [
      ...(left === '0' ? [] : [`${left} rows without both values were left out.`]),
      'Correlation does not imply causation.',
      ...intent.assumptions,
      ...dataset.notes,
    ],
  });
}

/** Words for a coefficient; the limits are Cohen's (0.1, 0.3, 0.5). */
function describeStrength(value: number): string {
  const size = Math.abs(value);
  if (!Number.isFinite(value)) return 'it cannot be computed';
  if (size < 0.1) return 'practically no linear relationship';
  const strength = size < 0.3 ? 'a weak' : size < 0.5 ? 'a moderate' : 'a strong';
  return `${strength} ${value > 0 ? 'positive' : 'negative'} relation`;
}

/** More columns than this cannot be told apart in a heat map. */
const MAX_MATRIX = 30;

function* analyzeStrongest(dataset: Dataset, intent: CorrelationIntent, measure: string | null): Analysis {
  const selection = selectRows(dataset, intent.filters);
  const names = measureColumns(dataset).map(({ name }) => name);
  const setup = [...selection.setup, `correlations = ${selection.frame}[${quoteAll(names)}].corr()`];
  const lines =
    measure === null
      ? [
          'import numpy as np\n',
          ...setup,
          'upper = correlations.where(np.triu(np.ones(correlations.shape, dtype=bool), k=1))',
          'pairs = upper.rename_axis("first").rename_axis("second", axis=1).stack().reset_index(name="correlation")',
          'pairs.dropna().sort_values("correlation", key=abs, ascending=False).head(10)',
        ]
      : [
          ...setup,
          `others = correlations[[${quote(measure)}]].drop(${quote(measure)})`,
          `others.sort_values(${quote(measure)}, key=abs, ascending=False).head(10)`,
        ];
  const observation = yield* runCell({
    say:
      measure === null
        ? 'I compare every pair of numeric columns.'
        : `I compare ${code(measure)} with every other numeric column.`,
    code: lines.join('\n'),
  });
  yield* runCell({ say: 'A heat map gives the overall picture.', code: writeHeatMap(names.length) });
  const rows = observation.tables.at(-1)?.rows ?? [];
  const pairs = rows.map(({ label, cells }) => (measure === null ? cells : [measure, label, ...cells]));
  const [first] = pairs;
  if (!first) return 'No pair of columns has enough values for a correlation.';
  const [left = '', right = '', value = ''] = first;
  return composeAnswer({
    headline: `The strongest correlation is between ${code(left)} and ${code(right)}: ${bold(formatNumber(value))}, ${describeStrength(Number(value))}.`,
    table: writeTable(
      ['first', 'second', 'correlation'],
      pairs.map(([a = '', b = '', c = '']) => [a, b, formatNumber(c)]),
    ),
    method: 'Pearson correlation, each pair over the rows that have both values.',
    caveats: [
      'Correlation does not imply causation, and groups can hide or reverse it.',
      ...intent.assumptions,
      ...dataset.notes,
    ],
  });
}

function writeHeatMap(columnCount: number): string {
  const cut = columnCount > MAX_MATRIX;
  const shown = cut ? 'shown' : 'correlations';
  return writeChart({
    draw: [
      ...(cut
        ? [
            `strongest = correlations.where(correlations.abs() < 1).abs().max().nlargest(${MAX_MATRIX}).index`,
            'shown = correlations.loc[strongest, strongest]',
          ]
        : []),
      `image = ax.imshow(${shown}, cmap="RdBu", vmin=-1, vmax=1)`,
      `ax.set_xticks(range(len(${shown})), ${shown}.columns, rotation=${cut ? 90 : 45}, ha="${cut ? 'center' : 'right'}"${cut ? ', fontsize=6' : ''})`,
      `ax.set_yticks(range(len(${shown})), ${shown}.columns${cut ? ', fontsize=6' : ''})`,
      'fig.colorbar(image, label="correlation")',
    ],
    title: cut
      ? `Correlations between the ${MAX_MATRIX} columns with the strongest`
      : 'Correlations between the numeric columns',
    xLabel: '',
    yLabel: '',
    size: [7, 6],
  });
}
