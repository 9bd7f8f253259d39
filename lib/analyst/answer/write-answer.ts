/** The answer in Markdown: the question said back, the figure or table, and what to keep in mind. */

import { findGroup, findOrder } from '../query/find-group.ts';
import {
  type Ask,
  type Key,
  type NamedFigure,
  nameKey,
  type Query,
  type Rows,
  type Table,
} from '../query/query.ts';
import { type ColumnKinds, kindOfFigure, readKinds } from '../write/column-kind.ts';
import { describeQuery } from './describe-query.ts';
import { describeFigure } from './describe-value.ts';
import {
  bold,
  capitalize,
  countWords,
  formatNumber,
  formatSide,
  formatValue,
  listWords,
  nameEnd,
  PLAIN,
  toOrdinal,
  type ValueFormat,
} from './format-value.ts';
import { listNotes } from './list-notes.ts';
import { cellOf, type ResultData, type Value } from './result-data.ts';
import { MAX_LISTED, MAX_ROWS, writeTable } from './write-table.ts';

function writeComparison(
  ask: Extract<Ask, { kind: 'compare' }>,
  result: ResultData,
  format: ValueFormat,
): string {
  const [left = null, right = null, outcome = null] = result.values.map((row) => row.at(-1) ?? null);
  const [first, second] = ask.sides.map(({ label }) => formatSide(label));
  const sides = `${first}: ${bold(formatValue(left, format))}. ${second}: ${bold(formatValue(right, format))}.`;
  if (typeof left !== 'number' || typeof right !== 'number' || typeof outcome !== 'number') {
    return outcome === null ? `${sides} ${explainMissing(ask, left, right, format)}` : sides;
  }
  const [isPlural, areBoth] = ask.sides.map(({ where }) => where.kind === 'in');
  const [has, is] = isPlural ? ['have', 'are'] : ['has', 'is'];
  if (ask.as === 'ratio')
    return `${sides} ${first} ${is} ${bold(`${formatNumber(outcome, PLAIN)} times`)} ${second}.`;
  if (ask.as === 'change') {
    const size = formatNumber(Math.abs(outcome), { ...PLAIN, unit: '%', decimals: format.decimals });
    if (outcome === 0) return `${sides} There is ${bold('no change')} from ${first} to ${second}.`;
    return `${sides} From ${first} to ${second} that is ${bold(`${size} ${outcome > 0 ? 'more' : 'less'}`)}.`;
  }
  if (outcome === 0) return `${sides} ${bold('They are equal.')}`;
  const size = formatNumber(Math.abs(outcome), format);
  if (ask.as === 'difference')
    return `${sides} ${first} ${has} ${bold(`${size} ${outcome > 0 ? 'more' : 'less'}`)}.`;
  const wins = ask.descending ? outcome > 0 : outcome < 0;
  const winsAs = (wins ? isPlural : areBoth) ? 'are' : 'is';
  return `${bold((wins ? first : second) ?? '')} ${winsAs} ${ask.descending ? 'higher' : 'lower'} by ${bold(size)}. ${sides}`;
}

/** Explains why the two values could not be compared. */
function explainMissing(
  { as }: Extract<Ask, { kind: 'compare' }>,
  left: Value,
  right: Value,
  format: ValueFormat,
): string {
  if (as !== 'change' || typeof left !== 'number' || typeof right !== 'number')
    return 'They cannot be compared.';
  const size = formatNumber(Math.abs(right - left), format);
  return `That is ${bold(`${size} ${right < left ? 'less' : 'more'}`)}; from zero or less, a percentage says nothing.`;
}

interface Question {
  readonly query: Query;
  readonly result: ResultData;
  /** The chart that was asked for says what a table would. */
  readonly isDrawn: boolean;
  readonly kinds: ColumnKinds;
  /** How a column of the result is shown. */
  readonly formatOf: (name: string) => ValueFormat;
}

/** `isDrawn`: whether a cell showed a chart. */
export function writeAnswer(
  query: Query,
  tables: readonly Table[],
  result: ResultData,
  isDrawn = false,
): string {
  const kinds = readKinds(query.rows, tables);
  const formatOf = (name: string): ValueFormat => {
    const asked =
      query.ask.kind === 'values' ? query.ask.figures.find((each) => each.name === name) : undefined;
    const kind = asked ? kindOfFigure(asked.figure, kinds) : (kinds.get(name) ?? null);
    return formatFigure(query, kind);
  };
  const shown = dropNumbers(query, result);
  const body = writeBody(
    { query, result: shown, isDrawn: isDrawn && query.presentation.isChartAsked, kinds, formatOf },
    tables,
  );
  const list = listNotes(query, tables, result)
    .map((note) => `- ${note}`)
    .join('\n');
  return [`${describeQuery(query, tables)}.`, ...body, list].filter((part) => part !== '').join('\n\n');
}

/** Rows have numbers in pandas, which mean nothing to a reader. */
function dropNumbers({ ask }: Query, result: ResultData): ResultData {
  const isRows = ask.kind === 'table';
  const isNumbered = result.names[0] === null && result.values.every(([first]) => typeof first === 'number');
  if (!isRows || !isNumbered) return result;
  return { ...result, names: result.names.slice(1), values: result.values.map((row) => row.slice(1)) };
}

/** A share of rows is shown in percent. */
function formatFigure({ presentation }: Query, kind: ValueFormat['kind']): ValueFormat {
  const asPercent = kind?.isShare === true;
  const decimals = kind?.isInteger ? null : presentation.decimals;
  return { unit: asPercent ? null : (kind?.unit ?? null), decimals, asPercent, kind };
}

function writeBody(question: Question, tables: readonly Table[]): string[] {
  const { query, result } = question;
  const { ask } = query;
  switch (ask.kind) {
    case 'table':
      return writeRowsBody(question);
    case 'values':
      return writeFigures(ask.figures, question);
    case 'compare': {
      const kind = kindOfFigure(ask.figure.figure, readKinds(query.rows, tables));
      return [writeComparison(ask, result, formatFigure(query, kind))];
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
    case 'correlation':
      return writeCorrelation(result);
    case 'missing':
      return writeMissing(result);
    default:
      return [writeTable({ ...result, values: result.values.map((row) => row.map(nameType)) }, () => PLAIN)];
  }
}

const TYPES: readonly (readonly [RegExp, string])[] = [
  [/^u?int\d+$/i, 'whole number'],
  [/^float\d+$/i, 'number'],
  [/^(object|str|string|category)$/, 'text'],
  [/^bool(ean)?$/, 'true or false'],
  [/^datetime64\[.*\]$/, 'date'],
];

/** A type as pandas calls it, in words. */
function nameType(value: Value): Value {
  return TYPES.find(([pattern]) => pattern.test(String(value)))?.[1] ?? value;
}

function percentColumn(name: string): ValueFormat {
  return name === 'percent' ? { ...PLAIN, unit: '%' } : PLAIN;
}

/** The values of a list, without its labels. */
function column(result: ResultData): Value[] {
  return result.values.map((row) => row.at(-1) ?? null);
}

function writeFigures(figures: readonly NamedFigure[], { result, kinds, formatOf }: Question): string[] {
  const [first] = figures;
  if (!first || figures.length > 1) {
    const rows = figures.map(
      ({ name, figure }, at) =>
        `| ${capitalize(describeFigure(figure, kinds))} | ${bold(formatValue(column(result)[at] ?? null, formatOf(name)))} |`,
    );
    return [['| | |', '| --- | ---: |', ...rows].join('\n')];
  }
  const values = column(result);
  if (values.length === 0 || values[0] === null) return [bold('The data has no values for this.')];
  return [`${listWords(values.map((value) => bold(formatValue(value, formatOf(first.name)))))}.`];
}

function writeCorrelation(result: ResultData): string[] {
  const [value] = result.values[0] ?? [];
  if (typeof value !== 'number') return [bold('It cannot be computed: there are too few different values.')];
  const size = Math.abs(value);
  const strength = size >= 0.7 ? 'strong' : size >= 0.4 ? 'moderate' : size >= 0.1 ? 'weak' : 'close to none';
  const direction = size < 0.1 ? '' : value > 0 ? ': both rise together' : ': one falls as the other rises';
  return [`${bold(value.toFixed(2))} (${strength}${direction}).`];
}

function writeRowsBody(question: Question): string[] {
  const { query, result, formatOf } = question;
  if (result.rows === 0)
    return [bold(query.rows.kind === 'nth' ? 'There is no such place.' : 'No rows match.')];
  const isGrouped = findGroup(query.rows) !== null;
  const lead = isGrouped
    ? writeLead(question)
    : (writeFirst(question) ?? `${bold(countWords(result.rows, 'row'))}.`);
  if (question.isDrawn) return [lead].filter((part) => part !== '');
  const table = writeTable(result, formatOf, isGrouped ? MAX_ROWS : MAX_LISTED);
  return [lead, table].filter((part) => part !== '');
}

/** "Graz, with budget 7": a row that was asked for by name and figure. */
function writeFirst({ query, result, formatOf }: Question): string | null {
  const [row, ...others] = result.values;
  const [label, figure, ...more] = query.ask.kind === 'table' ? (query.ask.columns ?? []) : [];
  if (!row || others.length > 0 || label === undefined || more.length > 0) return null;
  const show = (name: string) => bold(formatValue(cellOf(result, row, name), formatOf(name)));
  return figure === undefined ? `${show(label)}.` : `${show(label)}, with ${figure} ${show(figure)}.`;
}

/** How many, and where. */
function writeMissing(result: ResultData): string[] {
  const count = (row: readonly Value[]) => Number(cellOf(result, row, 'missing') ?? 0);
  const total = result.values.reduce((sum, row) => sum + count(row), 0);
  const isWhole = result.values.length === result.rows;
  if (total === 0 && isWhole) return [bold('No values are missing.')];
  const gaps = result.values.filter((row) => count(row) > 0).length;
  const where = result.rows > 1 ? `, in ${gaps} of ${countWords(result.rows, 'column')}` : '';
  const verb = total === 1 ? 'is' : 'are';
  const lead = `${bold(countWords(total, 'value'))} ${verb} missing${where}.`;
  return isWhole ? [lead, writeTable(result, percentColumn)] : [writeTable(result, percentColumn)];
}

/** Who leads, of groups with one figure to lead in. */
function writeLead({ query, result, formatOf }: Question): string {
  const { rows } = query;
  const group = findGroup(rows);
  const keys = group?.keys.map(nameKey) ?? [];
  const name = leadFigure(rows, keys);
  if (!group || name === null || keys.length === 0 || keys.some((key) => !result.names.includes(key)))
    return '';
  const order = findOrder(rows);
  const value = (row: readonly Value[]) => cellOf(result, row, name);
  const known = result.values.filter((row) => typeof value(row) === 'number');
  const isWhole = result.values.length === result.rows;
  if (known.length === 0 || (!order && (!isWhole || known.length < 2))) return '';
  const ranked = order ? known : known.toSorted((left, right) => Number(value(right)) - Number(value(left)));
  const naming = (row: readonly Value[]) =>
    keys.map((key) => nameGroup(key, cellOf(result, row, key), formatOf(key))).join(', ');
  const names = (place: readonly Value[]) => {
    const ties = ranked.filter((row) => value(row) === value(place));
    const listed =
      ties.length > 5 ? bold(`${ties.length} groups`) : listWords(ties.map((row) => bold(naming(row))));
    return { listed, count: ties.length, figure: bold(formatValue(value(place), formatOf(name))) };
  };
  const first = names(ranked[0] ?? []);
  if (rows.kind === 'nth') return `${toOrdinal(rows.place)} place: ${first.listed}, with ${first.figure}.`;
  const end = order && !order.descending ? 'lowest' : 'highest';
  const points = known.map((row) => [naming(row), value(row)] as const);
  const course = !order && isCourse(group.keys) ? `${writeCourse(points, name, formatOf(name))} ` : '';
  // A value keeps its spelling at the start of a sentence, too; "week of" is a word of ours.
  const start = group.keys.every(({ of }) => of.kind === 'column') ? first.listed : capitalize(first.listed);
  const lead = `${start} ${first.count > 1 ? 'share' : 'has'} the ${nameEnd(end, name)}: ${first.figure}.`;
  const last = names(ranked.at(-1) ?? []);
  if (order || first.count === ranked.length) return `${course}${lead}`;
  return `${course}${lead} The lowest ${last.count > 1 ? 'are' : 'is'} ${last.listed} with ${last.figure}.`;
}

function isCourse(keys: readonly Key[]): boolean {
  return (
    keys.length === 1 &&
    keys.every(({ of }) => of.kind === 'period' || (of.kind === 'column' && of.name.toLowerCase() === 'year'))
  );
}

/** From the first to the last, and whether all between go the same way. */
function writeCourse(
  points: readonly (readonly [string, Value])[],
  name: string,
  format: ValueFormat,
): string {
  const [[from, first] = ['', null], [to, last] = ['', null]] = [points[0], points.at(-1)];
  const [before, after] = [first, last].map((value) => bold(formatValue(value, format)));
  const steps = points.slice(1).map(([, value], at) => Math.sign(Number(value) - Number(points[at]?.[1])));
  const isUp = steps.every((step) => step >= 0);
  const isDown = steps.every((step) => step <= 0);
  const ends = isUp || isDown ? `from ${before} to ${after}` : `it begins at ${before} and ends at ${after}`;
  if (isUp && isDown) return `From ${from} to ${to}, ${name} stays at ${before}.`;
  const course = isUp ? 'rises' : isDown ? 'falls' : 'goes up and down:';
  return `From ${from} to ${to}, ${name} ${course} ${ends}.`;
}

/** What the rows are sorted by, or the only figure; null where several could lead, or each group has its own. */
function leadFigure(rows: Rows, keys: readonly string[]): string | null {
  const by = findOrder(rows)?.by;
  if (by) return by.kind === 'column' && !keys.includes(by.name) ? by.name : null;
  const [figure, ...others] = (rows.kind !== 'window' && findGroup(rows)?.figures) || [];
  return figure && others.length === 0 ? figure.name : null;
}

/** A number by itself names nothing: "hour 8". */
function nameGroup(key: string, value: Value, format: ValueFormat): string {
  const text = formatValue(value, format);
  if (format.kind?.isName && key.toLowerCase() === 'year') return text;
  return typeof value === 'string' || /[a-z]/i.test(text.replace(/true|false/, '')) ? text : `${key} ${text}`;
}
