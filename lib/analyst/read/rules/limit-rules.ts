/** Conditions against averages of the rows themselves: of all, or of those of the same group. */
import type { Aggregate, Comparison, Condition, Expression } from '../../query/query.ts';
import type { Field, Limit } from '../words/meanings.ts';
import { rule } from './rule.ts';

/** Averages: other figures are not what rows are compared with. */
function limitOf(of: Aggregate, field: Field | null, within: readonly Expression[] = []): Limit | null {
  return of === 'mean' || of === 'median' ? { of, field, within } : null;
}

/** The limit is of the same column as the value that is compared with it. */
function compare(
  field: Field | null,
  operator: Comparison,
  { of, within, ...limit }: Limit,
): Condition | null {
  const own = field ?? limit.field;
  if (own?.type !== 'number' || (limit.field && limit.field.name !== own.name)) return null;
  const left = { kind: 'column', name: own.name } as const;
  const figure = { kind: 'aggregate', aggregate: of, of: left, where: null } as const;
  return { kind: 'compare', left, operator, right: { kind: 'figure', figure, within } };
}

export const LIMIT_RULES = [
  rule('Own', '@own Key', (key) => [key.of]),
  rule('Limit', 'overall? Agg', (aggregate) => limitOf(aggregate, null)),
  rule('Limit', 'overall? Agg Num', (aggregate, field) => limitOf(aggregate, field)),
  rule('Limit', 'Agg of|for|in|within|over Own', (aggregate, within) => limitOf(aggregate, null, within)),
  rule('Limit', 'Agg Num of|for|in|within|over Own', limitOf),
  rule('Limit', 'Agg Num of|for|over all Noun|values', (aggregate, field) => limitOf(aggregate, field)),
  rule('Limit', 'Own Agg', (within, aggregate) => limitOf(aggregate, null, within)),
  rule('Limit', 'Own Agg Num', (within, aggregate, field) => limitOf(aggregate, field, within)),
  rule('Pred', 'Num @lie? Cmp Limit', compare),
  rule('Pred', 'Cmp Limit', (operator, limit) => compare(null, operator, limit), 1),
].flat();
