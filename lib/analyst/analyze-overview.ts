/** What a file holds: its columns, typical figures, common values, one picture. */
import { type Analysis, runCell } from './analysis.ts';
import { writeChart } from './chart.ts';
import {
  type Column,
  categoryColumns,
  type Dataset,
  findColumn,
  isIdentifier,
  measureColumns,
} from './dataset.ts';
import { bold, code, composeAnswer, formatNumber, writeTable } from './format.ts';
import { dataRows, type HtmlTable } from './html-table.ts';
import type { PlainIntent } from './intent.ts';
import { joinLines, quote, quoteAll } from './python-literals.ts';
import { selectRows } from './select-rows.ts';

const MAX_LISTED = 30;

/** Describes the table. */
export function* analyzeOverview(dataset: Dataset, intent: PlainIntent): Analysis {
  const measures = measureColumns(dataset).slice(0, MAX_LISTED);
  const names = measures.map(({ name }) => name);
  const described = names.length > 0 ? yield* describeNumbers(names) : null;
  yield* drawOverview(dataset);
  const listed = dataset.columns.slice(0, MAX_LISTED);
  const gaps = dataset.columns.filter(({ missing }) => missing > 0);
  return composeAnswer({
    headline: `${code(dataset.file)} holds ${bold(formatNumber(String(dataset.rows)))} rows and ${bold(String(dataset.columns.length))} columns.`,
    table: writeTable(
      ['column', 'holds', 'missing', 'typical'],
      listed.map((column) => [
        column.name,
        describeKind(column),
        String(column.missing),
        describeTypical(column, described),
      ]),
    ),
    more: [suggest(dataset)],
    method: 'I loaded the file, profiled every column and described the numeric ones.',
    caveats: [
      ...(gaps.length > 0
        ? [`${gaps.length} ${gaps.length === 1 ? 'column has' : 'columns have'} missing values.`]
        : []),
      ...(dataset.columns.length > listed.length
        ? [`Only the first ${listed.length} columns are listed.`]
        : []),
      ...intent.assumptions,
      ...dataset.notes,
    ],
  });
}

function* describeNumbers(names: readonly string[]): Analysis<HtmlTable | null> {
  const observation = yield* runCell({
    say: 'I describe the numeric columns.',
    code: `df[${quoteAll(names)}].describe().T`,
  });
  return observation.tables.at(-1) ?? null;
}

function* drawOverview(dataset: Dataset): Analysis<unknown> {
  const { category, measure } = overviewSubject(dataset);
  if (category !== null) {
    const { setup, frame } = selectRows(dataset, []);
    return yield* runCell({
      say: `I draw how many rows each ${code(category)} has.`,
      code: joinLines(
        ...setup,
        writeChart({
          draw: [`${frame}[${quote(category)}].value_counts().head(15).plot.bar(ax=ax, rot=45)`],
          title: `Rows by ${category}`,
          xLabel: category,
          yLabel: 'rows',
        }),
      ),
    });
  }
  if (measure === null) return null;
  return yield* runCell({
    say: `I draw how ${code(measure)} is spread.`,
    code: writeChart({
      draw: [`ax.hist(df[${quote(measure)}].dropna(), bins=30, edgecolor="white")`],
      title: `Distribution of ${measure}`,
      xLabel: measure,
      yLabel: 'rows',
    }),
  });
}

function describeKind(column: Column): string {
  const words = {
    number: 'numbers',
    text: 'text',
    date: 'dates',
    boolean: 'yes or no',
    empty: 'nothing',
  } as const;
  return words[column.kind];
}

function describeTypical(column: Column, described: HtmlTable | null): string {
  if (column.span) return `${column.span.first.slice(0, 10)} to ${column.span.last.slice(0, 10)}`;
  const row = described && dataRows(described).find(({ label }) => label === column.name);
  if (row && described) {
    const at = (name: string) => formatNumber(row.cells[described.columns.indexOf(name)] ?? '');
    return `mean ${at('mean')} (${at('min')} to ${at('max')})`;
  }
  return column.examples
    .slice(0, 3)
    .map((text) => text.slice(0, 30))
    .join(', ');
}

/** Questions that would work on this very table. */
export function suggest(dataset: Dataset): string {
  const [measure] = measureColumns(dataset);
  const [category] = categoryColumns(dataset);
  const date = dataset.columns.find(({ kind }) => kind === 'date');
  const ideas = [
    ...(measure && category ? [`"Which ${category.name} has the highest average ${measure.name}?"`] : []),
    ...(measure && date && findColumn(dataset, date.name)
      ? [`"How has ${measure.name} changed over time?"`]
      : []),
    ...(measureColumns(dataset).length > 1 ? ['"Which columns are correlated?"'] : []),
    ...(measure ? [`"Show the distribution of ${measure.name}"`] : []),
  ];
  const list = ideas.slice(0, 3).map((idea) => `- ${idea}`);
  return list.length > 0 ? `You could ask:\n\n${list.join('\n')}` : '';
}

/** The column an overview draws: the first with few categories, else the first measure. */
function overviewSubject(dataset: Dataset): { category: string | null; measure: string | null } {
  const category = categoryColumns(dataset).find((column) => !isIdentifier(column))?.name ?? null;
  return { category, measure: measureColumns(dataset)[0]?.name ?? null };
}
