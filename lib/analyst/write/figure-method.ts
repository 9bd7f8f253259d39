/** How pandas makes one value of many: by a word of its own, or by a formula. */
import type { Aggregate, Figure } from '../query/query.ts';
import type { ColumnKind } from './column-kind.ts';
import { writeFloat, writeText } from './python-code.ts';

/** What pandas calls it, where it has one word for it; `{}` is the values, where it has not. */
const METHODS: Readonly<Record<Aggregate, { name: string } | { formula: string }>> = {
  sum: { name: 'sum' },
  mean: { name: 'mean' },
  median: { name: 'median' },
  min: { name: 'min' },
  max: { name: 'max' },
  std: { name: 'std' },
  iqr: { formula: '{}.quantile(0.75) - {}.quantile(0.25)' },
  distinct: { name: 'nunique' },
};

export type Measured = Extract<Figure, { kind: 'aggregate' | 'percentile' }>;

/** What never compares values with each other. */
export function isCounted(figure: Measured): boolean {
  return figure.kind === 'aggregate' && figure.aggregate === 'distinct';
}

interface Method {
  /** As `agg` and `transform` take it. */
  readonly how: string;
  /** Of the values at `{}`. */
  readonly formula: string;
}

export function describeMethod(figure: Measured): Method {
  if (figure.kind === 'percentile') {
    const formula = `{}.quantile(${writeFloat(figure.percent / 100)})`;
    return { formula, how: `lambda values: ${formula.replaceAll('{}', 'values')}` };
  }
  const method = METHODS[figure.aggregate];
  if ('name' in method) return { how: writeText(method.name), formula: `{}.${method.name}()` };
  return { formula: method.formula, how: `lambda values: ${method.formula.replaceAll('{}', 'values')}` };
}

const OPEN_SUM = 'lambda values: values.sum(min_count=1)';

/** The method of grouped values that does the same as `how`, as a call; null where pandas has no word for it. */
export function toCall(how: string): string | null {
  if (how === OPEN_SUM) return '.sum(min_count=1)';
  const name = /^"(\w+)"$/.exec(how)?.[1];
  return name === undefined || name === 'size' ? null : `.${name}()`;
}

/** How `agg` makes a figure of its column. The total of values that are all missing is missing too. */
export function writeMethod(figure: Measured, kind: ColumnKind): string {
  const isOpenSum =
    figure.kind === 'aggregate' && figure.aggregate === 'sum' && kind.hasGaps && figure.where === null;
  return isOpenSum ? OPEN_SUM : describeMethod(figure).how;
}
