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
  /** Whether a sum of its values means something: units sold do, temperatures do not. */
  readonly isAdditive: boolean;
  /** Whether each row has a value of its own. */
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
  /** The date that "in 2023" is about. */
  readonly date: Field | null;
  /** The column that names what a row is about, for "who". */
  readonly who: Field | null;
}

export interface Quantity {
  readonly value: number;
  /** `%`, or a unit word as it was written. */
  readonly unit: string | null;
}

/** A time that a question names: a date as exact as it was given, or what repeats (each March). */
export type Moment =
  | { readonly kind: 'iso'; readonly iso: string }
  | { readonly kind: 'part'; readonly part: DatePart; readonly value: Literal }
  /** Days of the week that have a name together: `weekends`. */
  | { readonly kind: 'days'; readonly name: string; readonly days: readonly string[] };

/** A value of a column that the question mentions. */
export interface Mention {
  readonly field: Field;
  readonly value: Literal;
  readonly label: string;
}

/** A number of each row. */
export interface Amount {
  readonly of: Expression;
  readonly name: string;
  readonly field: Field | null;
}

/** A figure that is asked for; `note` says what was decided for the person. */
export interface Measure extends NamedFigure {
  readonly note: string | null;
}

/** Which of the rows in an order: the first `count`, or the one at `place`. */
export interface Pick {
  readonly count: number | null;
  readonly place: number | null;
  readonly descending: boolean;
  /** "most hours" are added up. */
  readonly isMost?: boolean;
}

/** "heaviest", "heavier": a column and its direction. */
export interface Degree {
  readonly field: Field;
  readonly descending: boolean;
}

/** The average that each row is compared with, of all rows or of those of the same groups. */
export interface Limit {
  readonly of: 'mean' | 'median';
  /** Null: of what is compared with it. */
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

/** By what rows or groups are put in order; an adjective asks for averages of groups, "most" for sums, a noun for their highest. */
export interface Ranking {
  readonly amount: Amount;
  readonly isDegree: boolean;
  readonly isMost: boolean;
}

export type CompareKind = 'difference' | 'ratio' | 'change' | 'which';

/** What the words of a question add up to, piece by piece. Pieces that contradict each other cannot be joined. */
export interface Frame {
  readonly conditions: readonly Condition[];
  /** What a verb says of the rows, "were returned": of a share it is the part. */
  readonly said: Condition | null;
  /** "percentage of German customers": the rows that the share is of. */
  readonly whole: readonly Condition[];
  readonly isShare: boolean;
  /** A row is named: "orders", "which orders". */
  readonly hasRows: boolean;
  readonly isAsked: boolean;
  readonly columns: readonly Field[];
  readonly keys: readonly Key[];
  /** "which region": the groups of which some are wanted. */
  readonly target: Key | null;
  /** Not all groups: those that an order or a condition chooses. */
  readonly isWhich: boolean;
  /** "per month", not "by month". */
  readonly isPer: boolean;
  readonly measures: readonly Measure[];
  /** Another figure beside the others: "and the number of orders". */
  readonly isAdded: boolean;
  /** "on average". */
  readonly outer: Aggregate | null;
  /** "in days", "in kWh": of figures that are measured so. */
  readonly unit: string | null;
  /** "in total": of figures that add up. */
  readonly isTotal: boolean;
  readonly having: Having | null;
  readonly count: number | null;
  readonly place: number | null;
  readonly descending: boolean | null;
  /** All of them in this order, not the first. */
  readonly isSorted: boolean;
  readonly ranking: Ranking | null;
  /** "by revenue": what a ranking needs. */
  readonly isRank: boolean;
  /** "cumulative": added up from period to period. */
  readonly isRunning: boolean;
  readonly isTrend: boolean;
  readonly change: 'difference' | 'percent' | null;
  readonly compare: CompareKind | null;
  readonly sides: readonly [Side, Side] | null;
  /** "than Berlin". */
  readonly versus: Side | null;
  readonly ask: Ask | null;
  readonly chart: ChartKind | null;
  /** "Show a plot": of whatever kind fits. */
  readonly isDrawn: boolean;
  readonly decimals: number | null;
  readonly asPercent: boolean;
  /** What a person added that the analysis does anyway. */
  readonly notes: readonly string[];
  /** "how did", "how is": of what changes or is spread. */
  readonly isHow: boolean;
  /** "how much did": needs a figure. */
  readonly isHowMuch: boolean;
  /** "each": needs groups. */
  readonly isEach: boolean;
  /** "they", "their": what was named before. */
  readonly hasPronoun: boolean;
  /** Begins as a yes-or-no question does. */
  readonly isTruth: boolean;
  /** "and", "what about": of the question before. */
  readonly isFollowUp: boolean;
  /** Only at the beginning, after a mark, or beside "top 5". */
  readonly isBare: boolean;
  /** Without the repetitions of rows. */
  readonly isUnique: boolean;
  /** Rows that are counted where they are grouped. */
  readonly isCounted: boolean;
}

export interface Meanings {
  Num: Field;
  Text: Field;
  Date: Field;
  Flag: Field;
  Col: Field;
  /** A date by the verb for what happened then. */
  Happened: Field;
  Value: Mention;
  /** A yes-or-no column by the stem of its verb: "return rate". */
  Root: Mention;
  /** What was done, by its noun in the plural: "returns", "cancellations". */
  Roots: Mention;
  Noun: string;
  /** What a row of the joined table is called. */
  Other: string;
  N: number;
  Ord: number;
  Quantity: Quantity;
  /** `p90`. */
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
  /** Of times. */
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
  /** Whose average: of the rows that share these values. */
  Own: readonly Expression[];
  Limit: Limit;
  Piece: Frame;
}
export type Category = keyof Meanings;
