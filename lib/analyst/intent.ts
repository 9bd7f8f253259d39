/** What the analyst has decided to do about a question. */
import type { Aggregate, ChartKind, Edge, Filter, Group } from './reading.ts';

/** What every intent carries along. */
export interface Scope {
  readonly filters: readonly Filter[];
  readonly chart: ChartKind | null;
  readonly assumptions: readonly string[];
}

export interface GroupsIntent extends Scope {
  kind: 'groups';
  /** Empty: rows are counted. */
  measures: readonly string[];
  aggregate: Aggregate;
  percentile: number | null;
  groups: readonly Group[];
  order: 'desc' | 'asc' | null;
  limit: number | null;
}
export interface SummaryIntent extends Scope {
  kind: 'summary';
  measures: readonly string[];
  aggregates: readonly Aggregate[];
  percentile: number | null;
}
export interface RowsIntent extends Scope {
  kind: 'rows';
  measure: string;
  order: 'desc' | 'asc';
  limit: number;
}
export interface CountIntent extends Scope {
  kind: 'count';
}
export interface DistinctIntent extends Scope {
  kind: 'distinct';
  target: string;
}
export interface ShareIntent extends Scope {
  kind: 'share';
  /** Conditions of the part; `filters` bound the whole. */
  part: readonly Filter[];
  group: Group | null;
  measure: string | null;
}
export interface CorrelationIntent extends Scope {
  kind: 'correlation';
  /** Two for a pair; one to compare with all others; none for every pair. */
  measures: readonly string[];
  group: string | null;
}
export interface DistributionIntent extends Scope {
  kind: 'distribution';
  measure: string;
  group: string | null;
}
export interface TrendIntent extends Scope {
  kind: 'trend';
  /** Null: rows are counted. */
  measure: string | null;
  aggregate: Aggregate;
  time: Group;
  split: string | null;
}
export interface OutliersIntent extends Scope {
  kind: 'outliers';
  measures: readonly string[];
}
export interface SampleIntent extends Scope {
  kind: 'sample';
  end: Edge;
  limit: number;
}
export interface DatesIntent extends Scope {
  kind: 'dates';
  column: string;
  ends: readonly Edge[];
  group: Group | null;
}
export interface UnclearIntent extends Scope {
  kind: 'unclear';
  /** What the question groups by and the table does not have. */
  unknownGroup: string | null;
  /** A sentence that says why, when that is known. */
  doubt?: string;
}
export interface MissingIntent extends Scope {
  kind: 'missing';
  /** Columns asked about; empty for all. */
  columns: readonly string[];
}
export interface PlainIntent extends Scope {
  kind: 'overview' | 'duplicates';
}

export type Intent =
  | GroupsIntent
  | SummaryIntent
  | RowsIntent
  | CountIntent
  | DistinctIntent
  | ShareIntent
  | CorrelationIntent
  | DistributionIntent
  | TrendIntent
  | OutliersIntent
  | SampleIntent
  | DatesIntent
  | UnclearIntent
  | MissingIntent
  | PlainIntent;
