/** What the categories of the grammar mean: the values that productions take and make. */
import type {
  Aggregate,
  Ask,
  ChartKind,
  Column,
  Comparison,
  Condition,
  DatePart,
  DurationUnit,
  Expression,
  Key,
  Literal,
  NamedFigure,
  Period,
  Rows,
  Side,
} from '../../query/query.ts';

/** A column as the grammar needs it: without its values. */
export interface Field extends Omit<Column, 'values' | 'isNullable' | 'gaps'> {
  readonly gaps: NonNullable<Column['gaps']>;
  /** Whether a date has a time of day. */
  readonly hasTime: boolean;
  /** Whether the sum of its values means something: it does for units sold, but not for temperatures. */
  readonly isAdditive: boolean;
  /** Whether each row has a different value. */
  readonly isIdentifier: boolean;
  /** Words of its name. */
  readonly words: readonly string[];
}

/** What a question is read against: one table, or two that are joined. */
export interface View {
  readonly rows: Rows;
  readonly size: number;
  readonly hasDecimalCommas: boolean;
  readonly fields: readonly Field[];
  /** The column that "in 2023" refers to: of dates, or else of years. */
  readonly date: Field | null;
  /** The column that names who a row is about, for questions with "who". */
  readonly who: Field | null;
}

export interface Quantity {
  readonly value: number;
  /** The sign at the number, such as `%` or `$`, or the unit in the spelling by which units are compared; null without one. */
  readonly unit: string | null;
}

/** A time that a question names: a date, as exact as it was given, or one that repeats, such as every March. */
export type Moment =
  | { readonly kind: 'iso'; readonly iso: string }
  | { readonly kind: 'part'; readonly part: DatePart; readonly value: Literal }
  /** Days of the week that share a name: `weekends`. */
  | { readonly kind: 'days'; readonly name: string; readonly days: readonly string[] };

/** A value of a column that the question mentions. */
export interface Mention {
  readonly field: Field;
  readonly value: Literal;
  readonly label: string;
}

/** A value that can be computed for each row: of a column, or the time between two dates. */
export interface Amount {
  readonly of: Expression;
  readonly name: string;
  readonly field: Field | null;
}

/** A figure that is asked for; `note` says what the question left open and was decided for the user. */
export interface Measure extends NamedFigure {
  readonly note: string | null;
}

/** Which of the ordered rows or groups are wanted: the first `count`, or the one at `place`. */
export interface Pick {
  readonly count: number | null;
  readonly place: number | null;
  readonly descending: boolean;
  /** "most", "fewest", "least": the amount is added up, as in "the most hours". */
  readonly isMost?: boolean;
}

/** What "heaviest" and "heavier" mean: a column, and the direction in which it is ordered. */
export interface Degree {
  readonly field: Field;
  readonly descending: boolean;
}

/** The average that each row is compared with: over all rows, or over the rows of the same group. */
export interface Limit {
  readonly of: 'mean' | 'median';
  /** The column that is averaged; null: the one whose values are compared with the average. */
  readonly field: Field | null;
  readonly within: readonly Expression[];
}

/** A condition on a group's own figure. */
export interface Having {
  readonly measure: Measure;
  readonly operator: Comparison;
  /** Null: the average of the groups' figures. */
  readonly value: number | null;
}

/** What orders rows or groups. A group counts by its sum (additive, "most"), its mean (adjective), or else its highest or lowest value. */
export interface Ranking {
  readonly amount: Amount;
  readonly isDegree: boolean;
  readonly isMost: boolean;
}

export type CompareKind = 'difference' | 'ratio' | 'change' | 'which';

/** What the words of a question add up to, piece by piece. Pieces that contradict each other cannot be joined. */
export interface Frame {
  readonly conditions: readonly Condition[];
  /** A condition that a verb states, such as "were returned". In a question for a share, it selects the part. */
  readonly said: Condition | null;
  /** The rows after "percentage of": those that the share is taken of or, if no other words name the part, the part. */
  readonly whole: readonly Condition[];
  readonly isShare: boolean;
  /** The question names the rows: "orders", "which orders". */
  readonly hasRows: boolean;
  readonly isAsked: boolean;
  readonly columns: readonly Field[];
  readonly keys: readonly Key[];
  /** "which region": what the rows are grouped by if groups are asked for. */
  readonly target: Key | null;
  /** Asks which groups: if there is a figure, an order or a condition has to choose some of them. */
  readonly isWhich: boolean;
  /** "per month", not "by month": "average revenue per month" can be about the totals of the months. */
  readonly isPer: boolean;
  readonly measures: readonly Measure[];
  /** The piece adds a figure to those before it: "and the number of orders". */
  readonly isAdded: boolean;
  /** An aggregate that applies to a figure named elsewhere, or to the figures of groups: "on average". */
  readonly outer: Aggregate | null;
  /** "in days", "in kWh": durations are converted to this unit; a column must already have it. */
  readonly unit: string | null;
  /** "in total": fits figures that are totals, that is, sums, counts, and shares. */
  readonly isTotal: boolean;
  readonly having: Having | null;
  readonly count: number | null;
  readonly place: number | null;
  readonly descending: boolean | null;
  /** All rows or groups in this order, not only the first ones. */
  readonly isSorted: boolean;
  readonly ranking: Ranking | null;
  /** "by revenue": the figure is what groups are ordered by, so an order such as "top 5" is required. */
  readonly isRank: boolean;
  /** "cumulative": added up from period to period. */
  readonly isRunning: boolean;
  readonly isTrend: boolean;
  readonly change: 'difference' | 'percent' | null;
  readonly compare: CompareKind | null;
  readonly sides: readonly [Side, Side] | null;
  /** The side that another one is compared with: "than Berlin". */
  readonly versus: Side | null;
  readonly ask: Ask | null;
  readonly chart: ChartKind | null;
  /** "Show a plot": of whatever kind fits. */
  readonly isDrawn: boolean;
  readonly decimals: number | null;
  readonly asPercent: boolean;
  /** Sentences for the answer: what was decided for the user, or what was asked for and is done anyway. */
  readonly notes: readonly string[];
  /** "how did", "how is": needs a change, a trend, a comparison, or a relation. */
  readonly isHow: boolean;
  /** "how much did": needs a figure. */
  readonly isHowMuch: boolean;
  /** "each": needs groups. */
  readonly isEach: boolean;
  /** "how many" without a noun: of what was named before. */
  readonly hasPronoun: boolean;
  /** Begins as a yes-or-no question does. */
  readonly isTruth: boolean;
  /** "what about", "instead", "and the median": changes the question before. */
  readonly isFollowUp: boolean;
  /** The piece is a name alone, which is read only at the beginning, after a mark or "and", or if there is an order such as "top 5". */
  readonly isBare: boolean;
  /** Repeated rows are left out. */
  readonly isUnique: boolean;
  /** The rows are named without a figure, as in "orders by region": if they are grouped, they are counted. */
  readonly isCounted: boolean;
}

export interface Meanings {
  Num: Field;
  Text: Field;
  Date: Field;
  Flag: Field;
  Col: Field;
  /** A date column, named by the verb for what happened then: "shipped" for `ship_date`. */
  Happened: Field;
  Value: Mention;
  /** A value such as `returned`, or the yes of such a column, named by the stem of the verb: "return rate". */
  Root: Mention;
  /** The same value, named by a plural noun: "returns", "cancellations". */
  Roots: Mention;
  Noun: string;
  /** What a row of the joined table is called. */
  Other: string;
  N: number;
  Ord: number;
  Quantity: Quantity;
  /** The percent of a percentile: 90 for `p90`. */
  Percent: number;
  When: Moment;
  Period: Period;
  Part: DatePart;
  Timely: Period;
  Agg: Aggregate;
  Degree: Degree;
  Comparative: Degree;
  /** "how warm". */
  Adjective: Degree;
  Cmp: Comparison;
  /** A comparison with a time: "before", "since". */
  Bound: Exclude<Comparison, '==' | '!='>;
  Chart: ChartKind;
  Span: DurationUnit;
  /** A unit of measure, in the spelling that units are compared by. */
  Unit: string;
  // What productions make.
  Values: readonly Mention[];
  Amount: Amount;
  Amounts: readonly Amount[];
  Pred: Condition;
  Linked: Condition;
  Said: Condition;
  Cond: Condition;
  Set: readonly Condition[];
  Key: Key;
  Keys: readonly Key[];
  Cols: readonly Field[];
  Best: Pick;
  Count: Measure;
  Measure: Measure;
  Measures: readonly Measure[];
  Side: Side;
  Having: Having;
  /** "its own region": the average is over the rows that share these values. */
  Own: readonly Expression[];
  Limit: Limit;
  Piece: Frame;
}
export type Category = keyof Meanings;
