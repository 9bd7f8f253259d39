/**
 * What a question asks of the tables, as a value: a small relational algebra, nested. Only the parser makes a
 * {@link Query}, and only from a reading that uses every word of the question; `write/` makes pandas of it, and `answer/` the
 * sentences.
 */

export type Period = 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour';
/** What repeats: all Mondays, all Januaries. As values: numbers (1 to 12, 0 to 23), and weekdays by name, `Monday`. */
export type DatePart = 'quarter-of-year' | 'month-of-year' | 'weekday' | 'hour-of-day';
export type DurationUnit = 'seconds' | 'minutes' | 'hours' | 'days' | 'weeks' | 'months' | 'years';
export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** Dates are ISO, as exact as they were given: `2023`, `2023-04`, `2023-04-01`, `2023-04-01T12:00`. */
export type Literal =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'date'; readonly iso: string };

/** One value for each row. */
export type Expression =
  | { readonly kind: 'column'; readonly name: string }
  | Literal
  | {
      readonly kind: 'duration';
      readonly from: Expression;
      readonly to: Expression;
      readonly unit: DurationUnit;
    }
  | { readonly kind: 'part'; readonly of: Expression; readonly part: DatePart }
  /** The start of the period that a date falls into. */
  | { readonly kind: 'period'; readonly of: Expression; readonly period: Period }
  /** An average over all rows, or over the rows that share these values with the row: "the average of its group". */
  | { readonly kind: 'figure'; readonly figure: Average; readonly within: readonly Expression[] };

export type Condition =
  | {
      readonly kind: 'compare';
      readonly left: Expression;
      readonly operator: Comparison;
      readonly right: Expression;
    }
  | { readonly kind: 'in'; readonly left: Expression; readonly values: readonly Literal[] }
  /** Both ends belong to it; an end that is a month or a year belongs to it as a whole. */
  | {
      readonly kind: 'between';
      readonly left: Expression;
      readonly low: Expression;
      readonly high: Expression;
    }
  | { readonly kind: 'empty'; readonly of: Expression }
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly Condition[] }
  | { readonly kind: 'not'; readonly condition: Condition };

export type Aggregate = 'sum' | 'mean' | 'median' | 'min' | 'max' | 'std' | 'iqr' | 'distinct';

/** As the name of a figure and the answer call it. */
export const AGGREGATE_NAMES: Readonly<Record<Aggregate, string>> = {
  sum: 'total',
  mean: 'average',
  median: 'median',
  min: 'lowest',
  max: 'highest',
  std: 'standard deviation of',
  iqr: 'interquartile range of',
  distinct: 'number of different',
};

/** Of a column. */
export interface Average {
  readonly kind: 'aggregate';
  readonly aggregate: 'mean' | 'median';
  readonly of: Extract<Expression, { kind: 'column' }>;
  readonly where: null;
}

/** One value for many rows. */
export type Figure =
  /** Number of rows. */
  | { readonly kind: 'count'; readonly where: Condition | null }
  | {
      readonly kind: 'aggregate';
      readonly aggregate: Aggregate;
      readonly of: Expression;
      readonly where: Condition | null;
    }
  /** `percent`: 0 to 100. */
  | {
      readonly kind: 'percentile';
      readonly of: Expression;
      readonly percent: number;
      readonly where: Condition | null;
    }
  /** The part of all rows that satisfies the condition. */
  | { readonly kind: 'rate'; readonly where: Condition };

/** What rows are grouped by: each value is a group. */
export interface Key {
  readonly of: Expression;
}

/** What a key is called as a column of the grouped rows: its column, its period, or what repeats. */
export function nameKey(key: Key): string {
  if (key.of.kind === 'column') return key.of.name;
  if (key.of.kind === 'period') return key.of.period;
  if (key.of.kind === 'part') return key.of.part.replace(/-of-.*/, '').replace('-', ' ');
  return 'group';
}

/** A column that {@link Rows} `group` or `window` adds. `name` is how later nodes and the answer call it. */
export interface NamedFigure {
  readonly name: string;
  readonly figure: Figure;
}

export type WindowKind =
  /** Sum from the first row on. */
  | { readonly kind: 'running-total' }
  /** Against the row before. */
  | { readonly kind: 'change'; readonly as: 'difference' | 'percent' }
  /** Of the total of all rows, or of the rows that share `within`, percent. */
  | { readonly kind: 'share' };

export interface Order {
  readonly by: Expression;
  readonly descending: boolean;
}

/** Rows of a table, or of what is made of one. */
export type Rows =
  | { readonly kind: 'table'; readonly name: string }
  /** Rows of `left` with the columns of `right` beside them, where the key is the same. */
  | {
      readonly kind: 'join';
      readonly left: Rows;
      readonly right: Rows;
      readonly leftKey: string;
      readonly rightKey: string;
    }
  | { readonly kind: 'where'; readonly of: Rows; readonly condition: Condition }
  /** One row for each combination of keys, called as `nameKey` says; then nodes above see keys and figures as columns. */
  | {
      readonly kind: 'group';
      readonly of: Rows;
      readonly keys: readonly Key[];
      readonly figures: readonly NamedFigure[];
    }
  /** One more column, made of the column `value`: along `order`, and apart for each value of `within`. */
  | {
      readonly kind: 'window';
      readonly of: Rows;
      readonly name: string;
      readonly window: WindowKind;
      readonly value: string;
      readonly order: string | null;
      readonly within: readonly string[];
    }
  | ({ readonly kind: 'sort'; readonly of: Rows } & Order)
  /** The first `count` of the sorted rows, and those that tie with the last of them. */
  | { readonly kind: 'limit'; readonly of: Rows; readonly count: number }
  /** The row at this place of the sorted rows, 1 for the first, and those that tie with it: equal values share a place. */
  | { readonly kind: 'nth'; readonly of: Rows; readonly place: number }
  | { readonly kind: 'distinct'; readonly of: Rows; readonly columns: readonly string[] };

/** One of two things that are compared. */
export interface Side {
  /** As the question calls it. */
  readonly label: string;
  readonly where: Condition;
}

/** What is asked of the rows. */
export type Ask =
  /** The rows themselves; `columns` null: all. */
  | { readonly kind: 'table'; readonly columns: readonly string[] | null }
  | { readonly kind: 'values'; readonly figures: readonly NamedFigure[] }
  /** `which`: the side with more of it (`descending`) or less, and by how much. Change is from the first to the second. */
  | {
      readonly kind: 'compare';
      readonly figure: NamedFigure;
      readonly sides: readonly [Side, Side];
      readonly as: 'difference' | 'ratio' | 'change' | 'which';
      readonly descending: boolean;
    }
  /** Percent of the rows, or of a sum over them, that the part is. */
  | { readonly kind: 'share'; readonly part: Condition; readonly figure: Figure }
  /** Of two columns. */
  | { readonly kind: 'correlation'; readonly of: readonly [string, string] }
  /** Empty: in all columns. */
  | { readonly kind: 'missing'; readonly columns: readonly string[] }
  | { readonly kind: 'overview' };

export type ChartKind = 'bar' | 'line';

/** How the person wants to see it. */
export interface Presentation {
  readonly chart: ChartKind | null;
  /** The question asks for the chart; otherwise it is one that fits. */
  readonly isChartAsked: boolean;
  /** Decimals that were asked for. */
  readonly decimals: number | null;
  /** What the question left open and was decided here, a sentence each: "Sold is read as `quantity`." */
  readonly assumptions: readonly string[];
}

export interface Query {
  readonly rows: Rows;
  readonly ask: Ask;
  readonly presentation: Presentation;
}

/** What a question came to. `either`: readings of equal cost, to ask which was meant. */
export type Reading =
  | { readonly kind: 'queries'; readonly parts: readonly Part[] }
  | { readonly kind: 'either'; readonly queries: readonly Query[] }
  | Unread;

/** The words that were not understood, or why the question is not answered though they were. */
export interface Unread {
  readonly kind: 'unread';
  readonly words: readonly string[];
  readonly why: string | null;
}

/** A question can have several parts; each is answered or refused by name. */
export interface Part {
  /** The words of it. */
  readonly text: string;
  readonly reading: Query | Unread;
}

export type ColumnType = 'number' | 'text' | 'date' | 'boolean' | 'empty';

/** What is known of a column: measured in the kernel. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly isInteger: boolean;
  readonly missing: number;
  /** Of a type whose missing values make a comparison missing, too: `Int64`. */
  readonly isNullable?: boolean | undefined;
  readonly unique: number;
  /** The values as text, most frequent first: all of them where there are at most 200, else the first 200. */
  readonly values: readonly string[];
  /** Smallest and largest number or date, ISO. */
  readonly span: { readonly first: string; readonly last: string } | null;
  /** What its values were written with, or its header ends with: `€`, `(kg)`. */
  readonly unit: string | null;
  /** For a column of dates: how far away the row's dates in other columns usually are. */
  readonly gaps?: readonly { readonly to: string; readonly seconds: number }[] | undefined;
}

export interface Table {
  /** The variable in the kernel. */
  readonly name: string;
  readonly file: string;
  readonly rows: number;
  readonly decimal?: '.' | ',' | undefined;
  readonly columns: readonly Column[];
}
