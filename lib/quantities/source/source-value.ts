/** A value that an output shows, and what the output calls it. */
import type { CalendarDate } from '../text/dates.ts';
import type { LabelUnit } from '../text/units.ts';

export interface SourcePlace {
  readonly cellId: string;
  readonly cell: number;
  readonly output: number;
}

export interface SourceValue {
  readonly place: SourcePlace;
  readonly printed: string;
  readonly value: number;
  readonly step: number;
  readonly date: CalendarDate | null;
  /** A date whose day and month could be the other way round. */
  readonly isEither?: boolean;
  /** The unit of the value itself or of its labels; with null, nothing is known. */
  readonly unit: LabelUnit;
  readonly row: Label;
  readonly column: Label;
  /** What else is said there: the line, the title of the table; the code of a value that stands alone. */
  readonly around: Label;
  /** The table or the line that it belongs to. */
  readonly group: SourceGroup;
  /** Row and column in the group, from 0. */
  readonly at: readonly [row: number, column: number];
  /** Whether a label says that numbers here are shares or changes, or the code multiplies by 100. */
  readonly isShare: boolean;
}

export interface Label {
  readonly text: string;
  readonly stems: ReadonlySet<string>;
  /** What it says of the unit of its numbers. */
  readonly unit: LabelUnit;
  /** Whether it says that its numbers are shares or changes. */
  readonly isShare: boolean;
}

export interface SourceGroup {
  readonly place: SourcePlace;
  readonly kind: 'table' | 'lines';
  /** Rows, those included that are stated but not shown; 0 of lines. */
  rows: number;
  /** Its columns, and how many items the lists in its text have. */
  lists: readonly number[];
  /** Whether every row is shown. */
  isWhole: boolean;
}
