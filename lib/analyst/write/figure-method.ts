/** How pandas makes one value of many: by a word of its own, or by a formula. */
import type { Aggregate, Figure } from '../query/query.ts';
import type { ColumnKind } from './column-kind.ts';
import { writeFloat, writeText } from './python-code.ts';

/** Of the values at `{}`. */
const FORMULAS: Readonly<Record<Aggregate, string>> = {
  sum: '{}.sum()',
  mean: '{}.mean()',
  median: '{}.median()',
  min: '{}.min()',
  max: '{}.max()',
  std: '{}.std()',
  iqr: '{}.quantile(0.75) - {}.quantile(0.25)',
  distinct: '{}.nunique()',
};
/** The total of values that are all missing is missing too. */
const OPEN_SUM = '{}.sum(min_count=1)';

type Measured = Extract<Figure, { kind: 'aggregate' | 'percentile' }>;

/** The formula of the values at `{}`. */
export function writeFormula(figure: Measured, kind: ColumnKind): string {
  if (figure.kind === 'percentile') return `{}.quantile(${writeFloat(figure.percent / 100)})`;
  const isOpenSum = figure.aggregate === 'sum' && kind.hasGaps && figure.where === null;
  return isOpenSum ? OPEN_SUM : FORMULAS[figure.aggregate];
}

/** How `agg` and `transform` make a figure of its column: by its name, where pandas has one word for it. */
export function writeMethod(figure: Measured, kind: ColumnKind): string {
  const formula = writeFormula(figure, kind);
  const name = /^\{\}\.(\w+)\(\)$/.exec(formula)?.[1];
  return name === undefined ? `lambda values: ${formula.replaceAll('{}', 'values')}` : writeText(name);
}

/** The method of grouped values that does the same as `how`, as a call; null where pandas has no word for it. */
export function toCall(how: string): string | null {
  if (how.endsWith(OPEN_SUM.slice(2))) return OPEN_SUM.slice(2);
  const name = /^"(\w+)"$/.exec(how)?.[1];
  return name === undefined || name === 'size' ? null : `.${name}()`;
}
