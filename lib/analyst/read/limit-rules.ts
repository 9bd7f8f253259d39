/** Conditions against figures of the rows themselves: averages, and how far from them is far. */
import type { Aggregate, Condition, Expression, Figure } from '../query/query.ts';
import { columnOf } from './conditions.ts';
import type { Field, Having, Limit } from './meanings.ts';
import { rule } from './rule.ts';

type Operator = Having['operator'];

/** Averages: other figures are not what rows are compared with. */
function centerOf(of: Aggregate, field: Field | null, within: readonly Expression[]): Limit | null {
  return of === 'mean' || of === 'median' ? { of, field, within, factor: null, spread: null } : null;
}

function isField(part: unknown): part is Field {
  return typeof part === 'object' && part !== null && 'unique' in part;
}

function spreadOf(center: Limit, times: number): Limit | null {
  return center.of === 'mean' ? { ...center, spread: { aggregate: 'std', times } } : null;
}

function fence(percent: number, times: number, within: readonly Expression[] = []): Limit {
  return { of: percent, field: null, within, factor: null, spread: { aggregate: 'iqr', times } };
}

/** The limit as a value beside each row. */
function limitValue({ of, within, factor, spread }: Limit, value: Expression): Expression {
  const aside = (figure: Figure): Expression => ({ kind: 'figure', figure, within });
  const base: Expression = aside(
    typeof of === 'number'
      ? { kind: 'percentile', of: value, percent: of, where: null }
      : { kind: 'aggregate', aggregate: of, of: value, where: null },
  );
  if (factor !== null)
    return { kind: 'binary', operator: '*', left: { kind: 'number', value: factor }, right: base };
  if (!spread) return base;
  const unit = aside({ kind: 'aggregate', aggregate: spread.aggregate, of: value, where: null });
  const width: Expression = {
    kind: 'binary',
    operator: '*',
    left: { kind: 'number', value: Math.abs(spread.times) },
    right: unit,
  };
  return { kind: 'binary', operator: spread.times < 0 ? '-' : '+', left: base, right: width };
}

/** The limit is of the same column as the value that is compared with it. */
function compare(field: Field | null, operator: Operator, limit: Limit): Condition | null {
  const own = field ?? limit.field;
  if (own?.type !== 'number' || (limit.field && limit.field.name !== own.name)) return null;
  const left = columnOf(own);
  return { kind: 'compare', left, operator, right: limitValue(limit, left) };
}

/** More than so many deviations from the average, on either side. */
function compareDistance(field: Field | null, times: number, center: Limit): Condition | null {
  const own = field ?? center.field;
  if (own?.type !== 'number' || (center.field && center.field.name !== own.name) || center.of !== 'mean')
    return null;
  const left = columnOf(own);
  const of: Expression = { kind: 'binary', operator: '-', left, right: limitValue(center, left) };
  const unit: Figure = { kind: 'aggregate', aggregate: 'std', of: left, where: null };
  const right: Expression = {
    kind: 'binary',
    operator: '*',
    left: { kind: 'number', value: times },
    right: { kind: 'figure', figure: unit, within: center.within },
  };
  return { kind: 'compare', left: { kind: 'absolute', of }, operator: '>', right };
}

export const LIMIT_RULES = [
  rule('Own', '@own Key ; @own Key group ; @own Key own', (key) => [key.of]),
  rule('Center', 'overall? Agg ; Agg overall', (aggregate) => centerOf(aggregate, null, [])),
  rule('Center', 'overall? Agg Num ; Agg overall Num', (aggregate, field) => centerOf(aggregate, field, [])),
  rule('Center', 'Agg of|for|in|within|over Own', (aggregate, within) => centerOf(aggregate, null, within)),
  rule('Center', 'Agg Num of|for|in|within|over Own', (aggregate, field, within) =>
    centerOf(aggregate, field, within),
  ),
  rule('Center', 'Own Agg', (within, aggregate) => centerOf(aggregate, null, within)),
  rule('Center', 'Own Agg Num', (within, aggregate, field) => centerOf(aggregate, field, within)),
  rule(
    'Center',
    'Agg of|for|over all Noun|values ; Agg Num of|for|over all Noun|values',
    (aggregate, ...rest) => centerOf(aggregate, rest.find(isField) ?? null, []),
  ),
  rule('Limit', 'Center', (center) => center),
  rule('Limit', 'twice|double Center', (center) => ({ ...center, factor: 2 })),
  rule('Limit', 'half Center', (center) => ({ ...center, factor: 0.5 })),
  rule('Limit', 'N times Center', (factor, center) => ({ ...center, factor })),
  rule('Limit', 'N @deviations above|over|beyond Center', (times, center) => spreadOf(center, times)),
  rule('Limit', 'N @deviations below|under Center', (times, center) => spreadOf(center, -times)),
  rule('Limit', 'Center +|plus N x|times|*? @deviations', (center, times) => spreadOf(center, times)),
  rule('Limit', 'Center -|minus N x|times|*? @deviations', (center, times) => spreadOf(center, -times)),
  rule('Limit', 'q3 +|plus N x|times|*? iqr', (times) => fence(75, times)),
  rule('Limit', 'q3 +|plus N x|times|*? iqr of|within|in Own', (times, within) => fence(75, times, within)),
  rule('Limit', 'q1 -|minus N x|times|*? iqr', (times) => fence(25, -times)),
  rule('Limit', 'q1 -|minus N x|times|*? iqr of|within|in Own', (times, within) => fence(25, -times, within)),
  rule('Pred', 'Num @lie? Cmp Limit', compare),
  rule('Pred', 'Num @lie? beyond Limit', (field, limit) => compare(field, '>', limit)),
  rule('Pred', 'Cmp Limit', (operator, limit) => compare(null, operator, limit), 1),
  rule('Pred', 'Comparative than Limit', (more, limit) =>
    compare(more.field, more.descending ? '>' : '<', limit),
  ),
  // A number of deviations with its side, as in "more than 2 standard deviations above the mean".
  rule('Pred', 'Num @lie? N @deviations or more above Center', (field, times, center) => {
    const limit = spreadOf(center, times);
    return limit && compare(field, '>=', limit);
  }),
  rule('Pred', 'Num @lie? more|further|farther than N @deviations away? from Center', compareDistance),
  rule('Pred', 'more|further|farther than N @deviations away? from Center', (times, center) =>
    compareDistance(null, times, center),
  ),
].flat();
