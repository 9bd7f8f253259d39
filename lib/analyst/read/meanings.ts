/** What the categories of the grammar mean: the values that productions take and make. */
import type {
  Aggregate,
  Ask,
  ChartKind,
  ColumnType,
  Condition,
  DatePart,
  DurationUnit,
  Expression,
  Figure,
  Key,
  Literal,
  Period,
  Rows,
  Side,
  WindowKind,
} from '../query.ts';

/** A column as the grammar needs it: without its values. */
export interface Field {
  readonly name: string;
  readonly type: ColumnType;
  readonly isInteger: boolean;
  readonly unique: number;
  readonly missing: number;
  readonly unit: string | null;
  readonly span: { readonly first: string; readonly last: string } | null;
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
  | { readonly kind: 'last'; readonly count: number; readonly period: Period };

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
export interface Measure {
  readonly name: string;
  readonly figure: Figure;
  readonly note: string | null;
}

/** Which of the rows in an order: the first `count`, or the one at `place`. */
export interface Pick {
  readonly count: number | null;
  readonly place: number | null;
  readonly descending: boolean;
}

/** "heaviest", "heavier": a column and its direction. */
export interface Degree {
  readonly field: Field;
  readonly descending: boolean;
}

/** A condition on a group's own figure. */
export interface Having {
  readonly measure: Measure;
  readonly operator: '==' | '!=' | '<' | '<=' | '>' | '>=';
  readonly value: number;
}

/** What modifiers add to a question. Two that contradict each other cannot be joined. */
export interface Frame {
  readonly conditions: readonly Condition[];
  /** Whether a verb says the condition: "were returned". */
  readonly isSaid: boolean;
  readonly keys: readonly Key[];
  /** "within each region": shares and places are of each of these groups. */
  readonly within: readonly Key[];
  readonly having: Having | null;
  readonly picked: Pick | null;
  readonly order: Measure | Amount | null;
  readonly window: WindowKind | null;
  readonly chart: ChartKind | 'pie' | null;
  readonly isCross: boolean;
  readonly decimals: number | null;
  readonly asPercent: boolean;
  readonly method: 'pearson' | 'spearman' | 'kendall' | null;
  readonly outliers: { readonly method: 'iqr' | 'z-score'; readonly threshold: number } | null;
  /** What a person added that the analysis does anyway. */
  readonly notes: readonly string[];
}

export type Core =
  | { readonly kind: 'figures'; readonly measures: readonly Measure[] }
  /** A figure of the groups' figures: the mean of the totals per day. */
  | {
      readonly kind: 'nested';
      readonly outer: Aggregate;
      readonly inner: Measure;
      readonly keys: readonly Key[];
    }
  | { readonly kind: 'best'; readonly key: Key; readonly measure: Measure; readonly pick: Pick }
  | {
      readonly kind: 'rows';
      readonly columns: readonly string[] | null;
      readonly by: Expression | null;
      readonly pick: Pick | null;
    }
  /** A figure of the rows that were picked: "average price of the ten heaviest". */
  | {
      readonly kind: 'of-picked';
      readonly by: Expression;
      readonly pick: Pick;
      readonly measures: readonly Measure[];
    }
  | { readonly kind: 'groups'; readonly key: Key; readonly asCount: boolean }
  | {
      readonly kind: 'compare';
      readonly ask: Extract<Ask, { kind: 'compare' }>;
      readonly note: string | null;
    }
  | {
      readonly kind: 'series';
      readonly measure: Measure;
      readonly window: WindowKind | null;
      readonly period: Period | null;
    }
  | { readonly kind: 'shares'; readonly measure: Measure }
  | {
      readonly kind: 'gaps';
      readonly date: Field;
      readonly unit: DurationUnit;
      readonly aggregate: Aggregate | null;
    }
  | {
      readonly kind: 'cross';
      readonly keys: readonly Key[];
      readonly measure: Measure;
      readonly chart: ChartKind | null;
    }
  | { readonly kind: 'ask'; readonly ask: Ask; readonly chart: ChartKind | null };

export interface Sentence {
  readonly core: Core;
  readonly frame: Frame;
}

/** How a follow-up changes the question before. */
export interface Change {
  readonly frame: Frame;
  readonly measures: readonly Measure[];
  readonly aggregate: Aggregate | null;
  /** The same over time. */
  readonly isTrend: boolean;
}

export interface Meanings {
  Num: Field;
  Text: Field;
  Date: Field;
  Flag: Field;
  Col: Field;
  Value: Mention;
  /** A yes-or-no column by the stem of its verb: "return rate". */
  Root: Mention;
  Noun: string;
  /** What a row of the joined table is called. */
  Other: string;
  N: number;
  Ord: number;
  Quantity: Quantity;
  Quoted: string;
  When: Moment;
  Period: Period;
  Part: DatePart;
  Timely: Period;
  Agg: Aggregate;
  Degree: Degree;
  Comparative: Degree;
  Cmp: Having['operator'];
  Chart: ChartKind | 'pie';
  Span: DurationUnit;
  Method: 'pearson' | 'spearman' | 'kendall';
  Unknown: string;
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
  Cmps: Having['operator'];
  Best: Pick;
  Count: Measure;
  Measure: Measure;
  Measures: readonly Measure[];
  Side: Side;
  Mod: Frame;
  Mods: Frame;
  Core: Sentence;
  Query: Sentence;
  Change: Change;
}
export type Category = keyof Meanings;
