/** A table as the page draws it: values as data, whatever they come from. */
import type { ColumnFilter } from '../../../../lib/protocol/tables/table-query.ts';

/** What a cell holds. Dates are ISO text; null where nothing is known. */
export type Value = number | string | boolean | null;

export type ColumnKind = 'number' | 'date' | 'boolean' | 'text';

export interface Column {
  /** Position among the columns of the whole table; -1, -2 and so on are the levels of the index, the first is -1. */
  readonly at: number;
  /** Levels of its name from the top. Empty where it has none, or is not known yet. */
  readonly path: readonly string[];
  /** As its library calls it: `int64`. Empty where that is unknown. */
  readonly type: string;
  readonly kind: ColumnKind;
  /** Of numbers, as all of them are written. Absent: chosen from the first values. */
  readonly decimals?: number | undefined;
  /** Whether some of them have more than `decimals`. */
  readonly isRounded?: boolean | undefined;
  /** Of the first level of the index: what the levels of the columns' names are called, from the top. */
  readonly levelNames?: readonly string[] | undefined;
}

export const isIndex = ({ at }: Column): boolean => at < 0;

/** `price`, `sales / mean`; empty where it has no name. */
export function nameColumn({ path }: Column): string {
  return path.filter((level) => level !== '').join(' / ');
}

/** Which rows are shown, and in which order. */
export interface TableView {
  /** `at` of the column; null is the table's own order. */
  readonly sorting: { readonly at: number; readonly order: 'ascending' | 'descending' } | null;
  /** A row meets all of them; at most one for each column. */
  readonly filters: readonly ColumnFilter[];
  /** Text that a row contains in any case; empty is none. */
  readonly search: string;
}

export const PLAIN_VIEW: TableView = { sorting: null, filters: [], search: '' };

/** Whether it leaves rows out. */
export const isNarrowed = ({ filters, search }: TableView): boolean => filters.length > 0 || search !== '';
