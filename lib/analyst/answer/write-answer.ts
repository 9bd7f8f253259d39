/** The answer in Markdown: the question said back, the figure or table, and what to keep in mind. */
import { type Ask, type NamedFigure, nameKey, type Query, type Table } from '../query.ts';
import { kindOfFigure, readKinds } from '../write/column-kind.ts';
import { findGroup } from '../write/draft.ts';
import { rateOf } from '../write/figure-method.ts';
import { CHECK } from '../write/list-checks.ts';
import { describeQuery } from './describe-query.ts';
import {
  bold,
  capitalize,
  countWords,
  formatNumber,
  formatValue,
  listWords,
  PLAIN,
  toOrdinal,
  type ValueFormat,
} from './format-value.ts';
import { listNotes } from './list-notes.ts';
import { type Checks, cellOf, type ResultData, type Value } from './result-data.ts';
import { writeTable } from './write-table.ts';

interface Question {
  readonly query: Query;
  readonly result: ResultData;
  readonly checks: Checks;
  /** How a column of the result is shown. */
  readonly formatOf: (name: string) => ValueFormat;
}

/** `checks`: what the checks cell showed; empty where there was none. */
export function writeAnswer(
  query: Query,
  tables: readonly Table[],
  result: ResultData,
  checks: Checks,
): string {
  const kinds = readKinds(query.rows, tables);
  const figures = [
    ...(findGroup(query.rows)?.figures ?? []),
    ...(query.ask.kind === 'values' ? query.ask.figures : []),
  ];
  const formatOf = (name: string): ValueFormat => {
    const asked =
      query.ask.kind === 'values' ? query.ask.figures.find((each) => each.name === name) : undefined;
    const kind = asked ? kindOfFigure(asked.figure, kinds) : (kinds.get(name) ?? null);
    return formatFigure(
      query,
      figures.find((each) => each.name === name),
      kind,
    );
  };
  const isEmpty = checks.get(CHECK.rows) === 0 && query.ask.kind !== 'whether';
  const body = isEmpty ? [bold('No rows match.')] : writeBody({ query, result, checks, formatOf }, tables);
  const notes = isEmpty ? query.presentation.assumptions : listNotes(query, tables, result, checks);
  const list = notes.map((note) => `- ${note}`).join('\n');
  return [`${describeQuery(query, tables)}.`, ...body, list].filter((part) => part !== '').join('\n\n');
}

/** A share of rows is shown in percent, other ratios where that was asked for. */
function formatFigure(
  { presentation }: Query,
  figure: NamedFigure | undefined,
  kind: ValueFormat['kind'],
): ValueFormat {
  const isRatio = figure?.figure.kind === 'ratio';
  const asPercent = isRatio && (presentation.asPercent || rateOf(figure.figure) !== null);
  const decimals = kind?.isInteger ? null : presentation.decimals;
  return { unit: asPercent ? null : (kind?.unit ?? null), decimals, asPercent, kind };
}

function writeBody(question: Question, tables: readonly Table[]): string[] {
  const { query, result, formatOf } = question;
  const { ask } = query;
  switch (ask.kind) {
    case 'table':
      return writeRowsBody(question);
    case 'values':
      return writeFigures(ask.figures, question);
    case 'compare': {
      const kind = kindOfFigure(ask.figure.figure, readKinds(query.rows, tables));
      return [writeComparison(ask, result, formatFigure(query, ask.figure, kind))];
    }
    case 'share': {
      const [part, all, percent] = column(result);
      const { unit } = kindOfFigure(ask.figure, readKinds(query.rows, tables));
      const shown = formatValue(percent ?? null, {
        ...PLAIN,
        unit: '%',
        decimals: query.presentation.decimals,
      });
      if (percent === null) return [bold('There is nothing to take a share of.')];
      return [
        `${bold(shown)} (${formatValue(part ?? null, { ...PLAIN, unit })} of ${formatValue(all ?? null, { ...PLAIN, unit })}).`,
      ];
    }
    case 'whether':
      return [writeWhether(ask, column(result))];
    case 'correlation':
      return writeCorrelation(ask, question);
    case 'streak':
      return result.rows === 0
        ? [bold('No row matches.')]
        : [writeTable(result, (name) => ({ ...PLAIN, kind: formatOf(name).kind }))];
    case 'outliers':
      return writeFound(question, ask.of.length === 1 ? 'outlier' : null);
    case 'duplicates':
      return writeFound(question, 'repeated row');
    case 'missing': {
      const total = result.values.reduce((sum, row) => sum + Number(cellOf(result, row, 'missing') ?? 0), 0);
      const isNone = total === 0 && result.values.length === result.rows;
      return isNone ? [bold('No values are missing.')] : [writeTable(result, percentColumn)];
    }
    case 'distribution': {
      const kind = ask.of.kind === 'column' ? formatOf(ask.of.name) : PLAIN;
      return [
        writeTable(result, (name) =>
          name === 'count' ? PLAIN : ask.by && nameKey(ask.by) === name ? formatOf(name) : kind,
        ),
      ];
    }
    default:
      return [writeTable(result, () => PLAIN)];
  }
}

function percentColumn(name: string): ValueFormat {
  return name === 'percent' ? { ...PLAIN, unit: '%' } : PLAIN;
}

/** The values of a list, without its labels. */
function column(result: ResultData): Value[] {
  return result.values.map((row) => row.at(-1) ?? null);
}

function writeFigures(figures: readonly NamedFigure[], { result, formatOf }: Question): string[] {
  const [first] = figures;
  if (!first || figures.length > 1) {
    const rows = figures.map(
      ({ name }, at) =>
        `| ${capitalize(name)} | ${bold(formatValue(column(result)[at] ?? null, formatOf(name)))} |`,
    );
    return [['| | |', '| --- | ---: |', ...rows].join('\n')];
  }
  const values = column(result);
  if (values.length === 0 || values[0] === null) return [bold('There is no value to compute it from.')];
  return [`${listWords(values.map((value) => bold(formatValue(value, formatOf(first.name)))))}.`];
}

function writeComparison(
  ask: Extract<Ask, { kind: 'compare' }>,
  result: ResultData,
  format: ValueFormat,
): string {
  const [left = null, right = null, outcome = null] = column(result);
  const [first, second] = ask.sides.map(({ label }) => label);
  const sides = `${first}: ${bold(formatValue(left, format))}. ${second}: ${bold(formatValue(right, format))}.`;
  if (typeof left !== 'number' || typeof right !== 'number' || typeof outcome !== 'number') {
    return outcome === null ? `${sides} They cannot be compared.` : sides;
  }
  if (ask.as === 'ratio')
    return `${sides} ${first} is ${bold(`${formatNumber(outcome, PLAIN)} times`)} ${second}.`;
  if (ask.as === 'change') {
    const size = formatNumber(Math.abs(outcome), { ...PLAIN, unit: '%', decimals: format.decimals });
    if (outcome === 0) return `${sides} There is ${bold('no change')} from ${first} to ${second}.`;
    return `${sides} From ${first} to ${second} that is ${bold(`${size} ${outcome > 0 ? 'more' : 'less'}`)}.`;
  }
  if (outcome === 0) return `${sides} ${bold('They are equal.')}`;
  const size = formatNumber(Math.abs(outcome), format);
  if (ask.as === 'difference')
    return `${sides} ${first} has ${bold(`${size} ${outcome > 0 ? 'more' : 'less'}`)}.`;
  const wins = ask.descending ? outcome > 0 : outcome < 0;
  return `${bold((wins ? first : second) ?? '')} is ${ask.descending ? 'higher' : 'lower'} by ${bold(size)}. ${sides}`;
}

function writeWhether(ask: Extract<Ask, { kind: 'whether' }>, values: readonly Value[]): string {
  const [matching = 0, all = matching] = values.map(Number);
  if (ask.condition === null)
    return matching > 0 ? `${bold('Yes')}: ${countWords(matching, 'row')}.` : `${bold('No')}.`;
  const isTrue = ask.quantifier === 'any' ? matching > 0 : matching === all;
  if (all === 0) return bold('There are no rows to look at.');
  const part = matching === 0 ? 'none' : matching === all ? 'all' : matching.toLocaleString('en-US');
  return `${bold(isTrue ? 'Yes' : 'No')}: ${part} of ${countWords(all, 'row')} ${matching === 1 ? 'matches' : 'match'}.`;
}

function writeCorrelation(
  ask: Extract<Ask, { kind: 'correlation' }>,
  { result, checks, formatOf }: Question,
): string[] {
  const [value] = result.values[0] ?? [];
  if (ask.of.length !== 2 || ask.by !== null)
    return [writeTable(result, (name) => ({ ...formatOf(name), unit: null, decimals: 2 }))];
  if (typeof value !== 'number') return [bold('It cannot be computed: there are too few different values.')];
  const size = Math.abs(value);
  const strength = size >= 0.7 ? 'strong' : size >= 0.4 ? 'moderate' : size >= 0.1 ? 'weak' : 'close to none';
  const count = checks.get(CHECK.complete);
  const over = typeof count === 'number' ? `, over ${countWords(count, 'row')} that have both` : '';
  const direction = size < 0.1 ? '' : value > 0 ? ': both rise together' : ': one falls as the other rises';
  return [`${bold(value.toFixed(2))} (${strength}${direction})${over}.`];
}

/** How many there are, and the first of them. */
function writeFound({ result, formatOf }: Question, noun: string | null): string[] {
  if (noun === null) return [writeTable(result, (name) => ({ ...formatOf(name), unit: null }))];
  if (result.rows === 0) return [bold(`No ${noun}s.`)];
  return [`${bold(countWords(result.rows, noun))}.`, writeTable(result, formatOf)];
}

function writeRowsBody(question: Question): string[] {
  const { query, result, formatOf } = question;
  if (result.rows === 0)
    return [bold(query.rows.kind === 'nth' ? 'There is no such place.' : 'No rows match.')];
  const lead = query.presentation.isCross
    ? ''
    : findGroup(query.rows)
      ? writeLead(question)
      : `${bold(countWords(result.rows, 'row'))}.`;
  const figure = findGroup(query.rows)?.figures.at(-1)?.name ?? '';
  const keys = new Set(findGroup(query.rows)?.keys.map(nameKey));
  // Across, the columns of a cross table are values of its last key.
  const format = query.presentation.isCross
    ? (name: string) => formatOf(keys.has(name) ? name : figure)
    : formatOf;
  return [lead, writeTable(result, format)].filter((part) => part !== '');
}

/** Who leads, of groups with one figure to lead in. */
function writeLead({ query, result, formatOf }: Question): string {
  const group = findGroup(query.rows);
  const { rows } = query;
  const sorted = rows.kind === 'limit' || rows.kind === 'nth' ? rows.of : rows;
  const order = sorted.kind === 'sort' ? sorted.orders[0] : undefined;
  const name =
    order?.by.kind === 'column'
      ? order.by.name
      : group?.figures.length === 1
        ? group.figures[0]?.name
        : undefined;
  if (!group || name === undefined || ('within' in rows && rows.within.length > 0)) return '';
  const keys = group.keys.map(nameKey);
  const known = result.values.filter(
    (row) => typeof cellOf(result, row, name) === 'number' && !keys.includes(name),
  );
  const naming = (row: readonly Value[]) =>
    bold(keys.map((key) => formatValue(cellOf(result, row, key), formatOf(key))).join(', '));
  const figure = (row: readonly Value[] | undefined) =>
    bold(formatValue(row ? cellOf(result, row, name) : null, formatOf(name)));
  const isWhole = result.values.length === result.rows;
  if (known.length < 1 || keys.length === 0 || (!order && (!isWhole || known.length < 2))) return '';
  const ranked = order
    ? known
    : known.toSorted(
        (left, right) => Number(cellOf(result, right, name)) - Number(cellOf(result, left, name)),
      );
  const [first] = ranked;
  const ties = ranked.filter((row) => cellOf(result, row, name) === (first && cellOf(result, first, name)));
  const names = ties.length > 5 ? bold(`${ties.length} groups`) : listWords(ties.map(naming));
  if (rows.kind === 'nth') return `${toOrdinal(rows.place)} place: ${names}, with ${figure(first)}.`;
  const end = order && !order.descending ? 'lowest' : 'highest';
  const last = order ? undefined : ranked.at(-1);
  const other =
    last && ties.length < ranked.length ? ` The lowest is ${naming(last)} with ${figure(last)}.` : '';
  return `${names} ${ties.length > 1 ? 'share' : 'has'} the ${end} ${name}: ${figure(first)}.${other}`;
}
