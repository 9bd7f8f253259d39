/** What is asked of the rows, as the end of the cell: its last line is the result. */

import type { Ask, Condition, Figure, NamedFigure, Query, Side } from '../query/query.ts';
import { kindOf } from './column-kind.ts';
import { assign, type Draft, nameFrame, type Source } from './draft.ts';
import { selectColumns, writeDictionary, writeText } from './python-code.ts';
import { writeRows } from './write-rows.ts';
import { hasOperator, writeCondition, writeFigure, writeWrapped } from './write-value.ts';

/** Writes the rows and the end. Returns what a chart is made of; null where there is nothing to draw. */
export function writeAsk(draft: Draft, { rows, ask }: Query): Source | null {
  const source = nameFrame(draft, writeRows(draft, rows));
  const { name } = source;
  switch (ask.kind) {
    case 'table':
      draft.lines.push(`${name}${selectColumns(ask.columns ?? [])}`);
      return source;
    case 'compare':
      return writeComparison(draft, ask, source);
    case 'values':
      writeValues(draft, ask.figures, source);
      break;
    case 'share':
      writeShare(draft, ask.part, ask.figure, source);
      break;
    case 'correlation':
      draft.lines.push(`${name}[${writeText(ask.of[0])}].corr(${name}[${writeText(ask.of[1])}])`);
      break;
    case 'missing':
      draft.lines.push(`missing = ${name}${selectColumns(ask.columns)}.isna()`);
      show(
        draft,
        'missing_values',
        'pd.DataFrame({"missing": missing.sum(), "percent": missing.mean() * 100})',
      );
      break;
    case 'overview':
      writeOverview(draft, source);
  }
  return null;
}

function writeOverview(draft: Draft, { name, kinds }: Source): void {
  const code = `pd.DataFrame({"type": ${name}.dtypes.astype(str), "missing": ${name}.isna().sum(), "distinct": ${name}.nunique()})`;
  const overview = assign(draft, 'overview', code);
  const numbers = [...kinds].flatMap(([column, { type }]) => (type === 'number' ? [column] : []));
  const parts =
    numbers.length === 0 ? '' : `.join(${name}${selectColumns(numbers)}.agg(["min", "mean", "max"]).T)`;
  draft.lines.push(`${overview}${parts}`);
}

function show(draft: Draft, wish: string, code: string): Source {
  const name = assign(draft, wish, code);
  draft.lines.push(name);
  return { name, kinds: new Map() };
}

function writeValues(draft: Draft, figures: readonly NamedFigure[], source: Source): void {
  const [first, ...others] = figures;
  if (first && others.length === 0) {
    draft.lines.push(writeOnly(first.figure, source));
    return;
  }
  const pairs = figures.map(({ name, figure }) => [name, writeFigure(figure, source)] as const);
  showSeries(draft, 'figures', pairs);
}

/** A number is shown by itself, a text with its name. */
function writeOnly(figure: Figure, source: Source): string {
  const code = writeFigure(figure, source);
  if (figure.kind !== 'aggregate' || !['min', 'max'].includes(figure.aggregate)) return code;
  const isText = ['text', 'weekday', 'period'].includes(kindOf(figure.of, source.kinds).type);
  return isText ? `pd.Series({${writeText(figure.aggregate)}: ${code}})` : code;
}

/** Values of different sizes: in a column of floats, pandas would show all of them with six digits. */
function showSeries(draft: Draft, wish: string, pairs: readonly (readonly [string, string])[]): Source {
  return show(draft, wish, `pd.Series(${writeDictionary(pairs)}, dtype=object)`);
}

const FORMULAS: Readonly<Record<'difference' | 'ratio' | 'change', string>> = {
  difference: '{first} - {second}',
  ratio: '{first} / ({second} or float("nan"))',
  change: '({second} / ({first} if {first} > 0 else float("nan")) - 1) * 100',
};

function writeComparison(draft: Draft, ask: Extract<Ask, { kind: 'compare' }>, source: Source): Source {
  const { name, figure } = ask.figure;
  const codes = ask.sides.map((side) => writeSide(draft, side, figure, source));
  const [first = '', second = ''] = ask.sides.map(({ label }, at) =>
    assign(draft, `${label}_${name}`, codes[at] ?? ''),
  );
  const as = ask.as === 'which' ? 'difference' : ask.as;
  const formula = FORMULAS[as].replaceAll('{first}', first).replaceAll('{second}', second);
  const [left, right] = ask.sides;
  return showSeries(draft, 'comparison', [
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

/** Part, whole, and percent: of none, a total is nothing. */
function writeShare(draft: Draft, part: Condition, figure: Figure, source: Source): void {
  if (figure.kind === 'count') {
    const mask = writeMask(draft, part, source);
    showSeries(draft, 'share', [
      ['part', `${mask}.sum()`],
      ['all', `len(${mask})`],
      ['percent', `${mask}.mean() * 100`],
    ]);
    return;
  }
  const ofPart = assign(draft, 'part', writeFigure({ ...figure, where: part }, source));
  const whole = assign(draft, 'whole', writeFigure(figure, source));
  showSeries(draft, 'share', [
    ['part', ofPart],
    ['all', whole],
    ['percent', `${ofPart} / (${whole} or float("nan")) * 100`],
  ]);
}

function writeMask(draft: Draft, condition: Condition, source: Source): string {
  const code = writeCondition(condition, source);
  return hasOperator(code) || code.includes('.') ? assign(draft, 'matches', code) : code;
}
