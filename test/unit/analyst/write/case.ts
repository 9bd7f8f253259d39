/** A query by hand, and for many of them the result as a person works it out from the tables in data.ts. */
import type { Query } from '../../../../lib/analyst/query/query.ts';

export type Cell = number | string | boolean | null;

export interface Case {
  readonly name: string;
  readonly query: Query;
  /** By hand: a single value, a list of values, or rows. */
  readonly expected?: Cell | readonly Cell[] | readonly (readonly Cell[])[];
  /** Ties may come in any order. */
  readonly anyOrder?: true;
  /** No second opinion: there is no SQL of it. */
  readonly withoutSql?: true;
}
