/** What is asked of the rows, as the end of the cell: its last line is the result. */

import type { Ask, Condition, Figure, NamedFigure, Query, Side } from '../query/query.ts';
import { type ColumnKinds, kindOf } from './column-kind.ts';
import { assign, type Draft, type Frame, nameFrame, type Source } from './draft.ts';
import { writeDictionary, writeList, writeText } from './python-code.ts';
import { writeRows } from './write-rows.ts';
import { hasOperator, writeCondition, writeFigure, writeWrapped } from './write-value.ts';

type Statistic = Exclude<Ask, { kind: 'table' | 'values' | 'compare' | 'share' }>;

/** Returns what holds the result; null for a single value. */
function writeStatistic(draft: Draft, ask: Statistic, source: Source): Source | null {
  switch (ask.kind) {
    case 'correlation':
      draft.lines.push(
        `${source.name}[${writeText(ask.of[0])}].corr(${source.name}[${writeText(ask.of[1])}])`,
      );
      return null;
    case 'missing': {
      const columns =
        ask.columns.length === 0 ? source.name : `${source.name}[${writeList(ask.columns.map(writeText))}]`;
      draft.lines.push(`missing = ${columns}.isna()`);
      return show(
        draft,
        'missing_values',
        'pd.DataFrame({"missing": missing.sum(), "percent": missing.mean() * 100})',
      );
    }
    case 'overview': {
      const { name } = source;
      const code = `pd.DataFrame({"type": ${name}.dtypes.astype(str), "missing": ${name}.isna().sum(), "distinct": ${name}.nunique()})`;
      const overview = assign(draft, 'overview', code);
      const numbers = numberColumns(source.kinds);
      const parts =
        numbers.length === 0
          ? ''
          : `.join(${name}[${writeList(numbers.map(writeText))}].agg(["min", "mean", "max"]).T)`;
      draft.lines.push(`${overview}${parts}`);
      return { name: overview, kinds: new Map() };
    }
  }
}

function show(draft: Draft, wish: string, code: string): Source {
  const name = assign(draft, wish, code);
  draft.lines.push(name);
  return { name, kinds: new Map() };
}

function numberColumns(kinds: ColumnKinds): string[] {
  return [...kinds].filter(([, { type }]) => type === 'number').map(([name]) => name);
}

/** What the cell leaves behind for a chart. */
export interface Result {
  /** The variable that holds it; null for a single value. */
  readonly source: Source | null;
}

/** Writes the rows and the end. */
export function writeAsk(draft: Draft, query: Query): Result {
  const { rows, ask } = query;
  const frame = writeRows(draft, rows);
  if (ask.kind === 'table') return writeTable(draft, query, frame);
  const source = nameFrame(draft, frame);
  switch (ask.kind) {
    case 'values':
      return writeValues(draft, ask.figures, source);
    case 'compare':
      return writeComparison(draft, ask, source);
    case 'share':
      return writeShare(draft, ask.part, ask.figure, source);
    default:
      return { source: writeStatistic(draft, ask, source) };
  }
}

function writeTable(draft: Draft, query: Query, frame: Frame): Result {
  const { columns } = query.ask.kind === 'table' ? query.ask : { columns: null };
  const chosen = columns === null ? '' : `[${writeList(columns.map(writeText))}]`;
  const source = nameFrame(draft, frame);
  draft.lines.push(`${source.name}${chosen}`);
  return { source };
}

function writeValues(draft: Draft, figures: readonly NamedFigure[], source: Source): Result {
  const [first] = figures;
  if (first && figures.length === 1) {
    draft.lines.push(writeOnly(first.figure, source));
    return { source: null };
  }
  const pairs = figures.map(({ name, figure }) => [name, writeFigure(figure, source)] as const);
  return writeSeries(draft, 'figures', pairs);
}

/** A number is shown by itself, a text with its name. */
function writeOnly(figure: Figure, source: Source): string {
  if (figure.kind !== 'aggregate') return writeFigure(figure, source);
  const { type } = kindOf(figure.of, source.kinds);
  const isText =
    (type === 'text' || type === 'weekday' || type === 'period') && /^(min|max)$/.test(figure.aggregate);
  return isText
    ? `pd.Series({${writeText(figure.aggregate)}: ${writeFigure(figure, source)}})`
    : writeFigure(figure, source);
}

/** Values of different sizes: in a column of floats, pandas would show all of them with six digits. */
function writeSeries(draft: Draft, wish: string, pairs: readonly (readonly [string, string])[]): Result {
  const name = assign(draft, wish, `pd.Series(${writeDictionary(pairs)}, dtype=object)`);
  draft.lines.push(name);
  return { source: { name, kinds: new Map() } };
}

const FORMULAS: Readonly<Record<'difference' | 'ratio' | 'change', string>> = {
  difference: '{first} - {second}',
  ratio: '{first} / ({second} or float("nan"))',
  change: '({second} / ({first} if {first} > 0 else float("nan")) - 1) * 100',
};

function writeComparison(draft: Draft, ask: Extract<Ask, { kind: 'compare' }>, source: Source): Result {
  const { name, figure } = ask.figure;
  const codes = ask.sides.map((side) => writeSide(draft, side, figure, source));
  const [first = '', second = ''] = ask.sides.map(({ label }, at) =>
    assign(draft, `${label}_${name}`, codes[at] ?? ''),
  );
  const as = ask.as === 'which' ? 'difference' : ask.as;
  const formula = FORMULAS[as].replaceAll('{first}', first).replaceAll('{second}', second);
  const [left, right] = ask.sides;
  return writeSeries(draft, 'comparison', [
    [left.label, first],
    [right.label, second],
    [as, formula],
  ]);
}

/** A side is counted by what is true of its rows, and measured in rows of its own. */
function writeSide(draft: Draft, side: Side, figure: Figure, source: Source): string {
  if (figure.kind === 'count' && figure.where === null) return `${writeWrapped(side.where, source)}.sum()`;
  const name = assign(draft, side.label, `${source.name}[${writeCondition(side.where, source)}]`);
  return writeFigure(figure, { name, kinds: source.kinds });
}

/** Part, whole, and percent. */
function writeShare(draft: Draft, part: Condition, figure: Figure, source: Source): Result {
  if (figure.kind === 'count' && figure.where === null) {
    const mask = writeMask(draft, part, source);
    return writeSeries(draft, 'share', [
      ['part', `${mask}.sum()`],
      ['all', `len(${mask})`],
      ['percent', `${mask}.mean() * 100`],
    ]);
  }
  const ofPart = assign(draft, 'part', writeOfSome(draft, part, figure, source));
  const whole = assign(draft, 'whole', writeFigure(figure, source));
  return writeSeries(draft, 'share', [
    ['part', ofPart],
    ['all', whole],
    ['percent', `${ofPart} / (${whole} or float("nan")) * 100`],
  ]);
}

/** The figure of the rows that satisfy the condition: of none, a total is nothing. */
function writeOfSome(draft: Draft, part: Condition, figure: Figure, source: Source): string {
  if ('where' in figure && figure.where === null) return writeFigure({ ...figure, where: part }, source);
  const name = assign(draft, 'chosen', `${source.name}[${writeCondition(part, source)}]`);
  return writeFigure(figure, { name, kinds: source.kinds });
}

function writeMask(draft: Draft, condition: Condition, source: Source): string {
  const code = writeCondition(condition, source);
  return hasOperator(code) || code.includes('.') ? assign(draft, 'matches', code) : code;
}
