import type { Ask, ChartKind, Condition, Rows } from '../query.ts';
import type { Frame } from './meanings.ts';

/** What a kind of question comes to. */
export interface Made {
  readonly rows: Rows;
  readonly ask: Ask;
  readonly chart?: ChartKind | null;
  readonly isCross?: boolean;
  readonly notes?: readonly (string | null)[];
}

/** All that is said of the rows. */
export function conditionsOf({ conditions, said }: Frame): readonly Condition[] {
  return said ? [...conditions, said] : conditions;
}
