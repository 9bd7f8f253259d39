import type { Ask, ChartKind, Condition, Rows } from '../../query/query.ts';
import type { Frame } from '../words/meanings.ts';

/** What a kind of question comes to. */
export interface Made {
  readonly rows: Rows;
  readonly ask: Ask;
  readonly chart?: ChartKind | null;
  readonly notes?: readonly (string | null)[];
}

/** All that is said of the rows. */
export function conditionsOf({ conditions, said }: Frame): readonly Condition[] {
  return said ? [...conditions, said] : conditions;
}

/** Whether it is about when. */
export function isTime(condition: Condition): boolean {
  if (condition.kind === 'between') return condition.low.kind === 'date';
  if (condition.kind === 'not') return isTime(condition.condition);
  if (condition.kind !== 'compare') return false;
  return (
    condition.right.kind === 'date' || condition.left.kind === 'part' || condition.left.kind === 'period'
  );
}
