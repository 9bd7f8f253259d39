/** Parts of a whole: rows that meet a condition, rows per value, a measure's split over groups. */
import { type Analysis, runCell } from './analysis.ts';
import { writeChart } from './chart.ts';
import { type Dataset, findColumn } from './dataset.ts';
import { bold, code, composeAnswer, describeGroup, formatNumber, writeTable } from './format.ts';
import { dataRows, type HtmlTable } from './html-table.ts';
import type { ShareIntent } from './intent.ts';
import { nameGroup, writeKey } from './keys.ts';
import { joinLines, quote } from './python-literals.ts';
import type { Group } from './reading.ts';
import { countGaps, readGaps, selectRows, writeConditions } from './select-rows.ts';

export function* analyzeShare(dataset: Dataset, intent: ShareIntent): Analysis {
  if (intent.part.length === 0 && intent.group) return yield* splitWhole(dataset, intent, intent.group);
  if (intent.group) return yield* shareByGroup(dataset, intent, intent.group);
  const selection = selectRows(dataset, intent.filters);
  const part = intent.part.map(({ label }) => label).join(', ');
  const [column] = intent.part.map((filter) => findColumn(dataset, filter.column));
  const [only, ...others] = intent.part;
  const isPartly = others.length === 0 && !only?.selectsGaps && column && column.missing > 0;
  const partly = isPartly ? column.name : null;
  const observation = yield* runCell({
    say: `I compute for which share of the rows${selection.label} this holds: ${part}.`,
    code: joinLines(
      ...selection.setup,
      `matches = ${writeConditions(intent.part, selection.frame)}`,
      'print(f"{matches.sum()} of {len(matches)} rows = {100 * matches.mean():.2f} %")',
      partly && `known = ${selection.frame}[${quote(partly)}].notna()`,
      partly && 'print(f"{known.sum()} rows have a value; of these {100 * matches[known].mean():.2f} %")',
    ),
  });
  const [, count = '', whole = '', percent = ''] =
    /^(\d+) of (\d+) rows = ([\d.]+|nan) %/m.exec(observation.text) ?? [];
  if (whole === '0') return `No rows match${selection.label}, so there is no share to compute.`;
  const [, known, knownPercent] =
    /^(\d+) rows have a value; of these ([\d.]+) %/m.exec(observation.text) ?? [];
  const among =
    known && known !== whole
      ? ` Among the ${formatNumber(known)} rows where ${code(partly ?? '')} is known it is ${bold(`${formatNumber(knownPercent ?? '')} %`)}.`
      : '';
  return composeAnswer({
    headline: `${bold(`${formatNumber(percent)} %`)} of the rows${selection.label}: ${bold(formatNumber(count))} of ${formatNumber(whole)}, where ${part}.${among}`,
    method: 'I counted the rows that meet the condition and divided by all rows.',
    caveats: [...intent.assumptions, ...dataset.notes],
  });
}

function describeGaps(dataset: Dataset, intent: ShareIntent): string[] {
  return intent.part.flatMap(({ column, selectsGaps }) => {
    const missing = selectsGaps ? 0 : (findColumn(dataset, column)?.missing ?? 0);
    return missing > 0
      ? [
          `${missing} rows of the table have no value in ${code(column)}; they count as not meeting the condition.`,
        ]
      : [];
  });
}

function* shareByGroup(dataset: Dataset, intent: ShareIntent, group: Group): Analysis {
  const selection = selectRows(dataset, intent.filters);
  const variable = nameGroup(group);
  const part = intent.part.map(({ label }) => label).join(', ');
  const observation = yield* runCell({
    say: `I compute the share of rows with ${part} for each ${describeGroup(group)}${selection.label}.`,
    code: joinLines(
      ...selection.setup,
      `matches = ${writeConditions(intent.part, selection.frame)}`,
      `key = ${group.grain === null ? `${selection.frame}[${quote(group.column)}]` : writeKey(group, selection.frame, dataset)}`,
      `${variable} = matches.groupby(key).agg(["sum", "count", "mean"])`,
      `${variable}["percent"] = (100 * ${variable}.pop("mean")).round(2)`,
      `${variable}.sort_values("percent", ascending=False)`,
    ),
  });
  yield* drawPercent(variable, group, part);
  return answerPercent(observation.tables.at(-1) ?? null, {
    group,
    what: `share of rows with ${part}`,
    method: `For each ${describeGroup(group)} I counted the rows that meet the condition (sum) and divided by all its rows (count).`,
    caveats: [...describeGaps(dataset, intent), ...intent.assumptions, ...dataset.notes],
  });
}

function* splitWhole(dataset: Dataset, intent: ShareIntent, group: Group): Analysis {
  const selection = selectRows(dataset, intent.filters);
  const variable = nameGroup(group);
  const grouped = `${selection.frame}.groupby(${writeKey(group, selection.frame, dataset)})`;
  const { measure } = intent;
  const totals =
    measure === null
      ? `${grouped}.size().to_frame("rows")`
      : `${grouped}[${quote(measure)}].sum().to_frame("total")`;
  const column = measure === null ? 'rows' : 'total';
  const what = measure === null ? 'share of the rows' : `share of the total ${code(measure)}`;
  const observation = yield* runCell({
    say: `I compute each ${describeGroup(group)}'s ${what}${selection.label}.`,
    code: joinLines(
      ...selection.setup,
      `${variable} = ${totals}`,
      `${variable}["percent"] = (100 * ${variable}["${column}"] / ${variable}["${column}"].sum()).round(2)`,
      countGaps(dataset, selection.frame, [group.column, ...(measure === null ? [] : [measure])]),
      `${variable}.sort_values("percent", ascending=False)`,
    ),
  });
  yield* drawPercent(variable, group, what.replaceAll('`', ''), intent.chart === 'pie');
  return answerPercent(observation.tables.at(-1) ?? null, {
    group,
    what,
    method: `I divided each ${describeGroup(group)}'s ${column} by the overall sum${selection.label}.`,
    caveats: [...readGaps(observation.text), ...intent.assumptions, ...dataset.notes],
  });
}

function* drawPercent(variable: string, group: Group, what: string, pie = false): Analysis<unknown> {
  const source = `${variable}["percent"]${group.grain === null ? '.sort_values(ascending=False)' : ''}.head(25)`;
  return yield* runCell({
    say: `A ${pie ? 'pie' : 'bar'} chart shows the parts.`,
    code: writeChart({
      draw: [pie ? `${source}.plot.pie(ax=ax, autopct="%1.1f%%")` : `${source}.plot.bar(ax=ax, rot=45)`],
      title: `Percent by ${describeGroup(group)}: ${what}`,
      xLabel: describeGroup(group),
      yLabel: pie ? '' : 'percent',
    }),
  });
}

function answerPercent(
  table: HtmlTable | null,
  parts: { group: Group; what: string; method: string; caveats: readonly string[] },
): string {
  const rows = table ? dataRows(table) : [];
  const at = table?.columns.indexOf('percent') ?? 0;
  const [first] = rows;
  const last = rows.at(-1);
  if (!table || !first || !last) return 'No rows match, so there is no share to compute.';
  const figure = (row: HtmlTable['rows'][number]) => bold(`${formatNumber(row.cells[at] ?? '')} %`);
  const end = rows.length > 1 ? ` The smallest is ${bold(last.label)} with ${figure(last)}.` : '';
  const headline =
    rows.length > 1 && first.cells[at] === last.cells[at]
      ? `All ${rows.length} have the same ${parts.what}: ${figure(first)}.`
      : `${bold(first.label)} has the largest ${parts.what}: ${figure(first)}.${end}`;
  return composeAnswer({
    headline,
    table: writeTable(
      [describeGroup(parts.group), ...table.columns],
      rows.slice(0, 12).map(({ label, cells }) => [label, ...cells.map(formatNumber)]),
    ),
    method: parts.method,
    caveats: parts.caveats,
  });
}
