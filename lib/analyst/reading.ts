/** What a question says, before deciding what to do about it. A follow-up is a reading laid over the one before. */

export type Aggregate =
  | 'mean'
  | 'median'
  | 'sum'
  | 'min'
  | 'max'
  | 'std'
  | 'var'
  | 'range'
  | 'nunique'
  | 'count';

export type Grain =
  | 'year'
  | 'quarter'
  | 'month'
  | 'calendar-month'
  | 'week'
  | 'weekday'
  | 'day-kind'
  | 'day'
  | 'hour'
  | 'clock-hour'
  | 'minute'
  | 'decade';

export type ChartKind = 'bar' | 'line' | 'scatter' | 'hist' | 'box' | 'pie' | 'auto';

/** Group by a column's values, or by a part of its dates. */
export interface Group {
  readonly column: string;
  readonly grain: Grain | null;
}

/** A row condition, and the same in words. */
export interface Filter {
  readonly column: string;
  /** The condition as a Python expression over the named DataFrame. */
  readonly write: (frame: string) => string;
  readonly label: string;
  /** Index of the word it came from, to tell "of the females" from "are female". */
  readonly at: number;
  /** Values it selects, when it selects by value. */
  readonly values: readonly string[];
  /** Selects rows without a value in the column. */
  readonly selectsGaps?: true;
  /** What tells several selected values apart; null for conditions of another kind. */
  readonly group: Group | null;
}

export type Topic =
  | 'overview'
  | 'beyond'
  | 'columns'
  | 'missing'
  | 'duplicates'
  | 'outliers'
  | 'correlation'
  | 'distribution'
  | 'trend'
  | 'share'
  | 'common'
  | 'count'
  | 'distinct'
  | 'sample'
  | 'dates'
  | 'compare';

export type Edge = 'first' | 'last';

/** Rows at one end of the table, as they are. */
export interface Sample {
  readonly end: Edge;
  readonly limit: number;
}

/** The ends of a date column. */
export interface DateEnds {
  readonly column: string;
  readonly ends: readonly Edge[];
}

export interface Reading {
  readonly topic: Topic | null;
  readonly aggregates: readonly Aggregate[];
  readonly percentile: number | null;
  /** Numeric columns the question is about. */
  readonly measures: readonly string[];
  readonly groups: readonly Group[];
  readonly filters: readonly Filter[];
  readonly order: 'desc' | 'asc' | null;
  readonly limit: number | null;
  readonly chart: ChartKind | null;
  /** "most", "hottest": one end is asked for. */
  readonly superlative: boolean;
  /** "Most", "fewest", "top": without a number column, rows can be counted. */
  readonly ranksRows: boolean;
  readonly onAverage: boolean;
  /** "How many", "number of": rows are counted, whatever else is asked. */
  readonly counts: boolean;
  /** Column to count or list distinct values of ("how many species"). */
  readonly target: string | null;
  /** Word index of the verb that splits "what share of A are B"; -1 when there is none. */
  readonly splitAt: number;
  readonly sample: Sample | null;
  readonly dateEnds: DateEnds | null;
  /** The noun of "which city" or "by city" that names no column. */
  readonly unknownGroup: string | null;
  /** What is written as a column's name and is none. */
  readonly unknownName: string | null;
  /** Why one of the readings there are would be a guess. */
  readonly doubt: string | null;
  /** Columns whose gaps are asked for; empty for all. */
  readonly gapsIn: readonly string[];
  /** Sentences about how doubtful words were understood. */
  readonly assumptions: readonly string[];
}
