/** Where a table's values come from: the page itself, or a kernel that is asked for those in view. */
import type { TableSize } from '../../../../lib/notebook/html-table/describe-size.ts';
import type { TableFormat } from '../../../../lib/protocol/tables/table-query.ts';
import type { Column, TableView, Value } from './table.ts';

/** Changes by itself as values arrive: `subscribe` says when. */
export interface TableSource {
  subscribe(listener: () => void): () => void;
  /** Another number whenever something of it has changed. */
  readonly version: number;
  /** Those of the index first. */
  readonly columns: readonly Column[];
  /** Of the whole table. */
  readonly total: TableSize;
  /** What it can give: less than `total` where the rest is gone. */
  readonly held: TableSize;
  /** Of a large file, only so many first rows were read: then they are `total` and `held`. `of`: null where nobody has counted. */
  readonly firstRead: { readonly rows: number; readonly of: number | null } | null;
  /** How it was read, as sentences; empty when there is nothing to say. */
  readonly note: string;
  /** Whether rows can be ordered by the index too. */
  readonly sortsIndex: boolean;
  /** The same object for the same view. */
  open(view: TableView): RowReader;
}

/** The rows of a view. */
export interface RowReader {
  /** Rows that match; null until that is known. */
  readonly rowCount: number | null;
  /** Why values are missing, as a sentence; empty when nothing failed. */
  readonly failure: string;
  /** By position in the view and index in `columns`; undefined while it is not here. */
  value(row: number, column: number): Value | undefined;
  /** Position of the row in the whole table, from 0; undefined while it is not here. */
  place(row: number): number | undefined;
  /** Says what is in view; what is not here yet comes. Earlier wishes are dropped. */
  want(wish: Wish): void;
  /** All values of these rows, in the order of `indexes` in `columns`, however many. Rejects with a sentence. */
  load(rows: Range, indexes: readonly number[], signal: AbortSignal): Promise<Value[][]>;
  /** What the column's values have in common; undefined while it is not here. */
  facts(column: number): ColumnFacts | undefined;
  /** Asks again for what failed. */
  retry(): void;
}

export interface Wish {
  readonly rows: Range;
  /** By index in `columns`. */
  readonly columns: Range;
  /** Whether what the columns have in common is wanted too. */
  readonly hasFacts: boolean;
}

/** From the first, without the end. */
export interface Range {
  readonly first: number;
  readonly end: number;
}

/** What the values of a column have in common. */
export interface ColumnFacts {
  /** Values that were counted, missing ones too. */
  readonly count: number;
  readonly missing: number;
  /** Different values that are not missing; null where they cannot be compared. */
  readonly distinct: number | null;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** Of numbers and dates. */
  readonly bars?:
    | readonly { readonly from: string; readonly to: string; readonly count: number }[]
    | undefined;
  /** Most frequent first. */
  readonly frequent?: readonly { readonly text: string; readonly count: number }[] | undefined;
  /** Of which rows: `all` that match, a `sample` of them, those that were `read` of a large file, or those `left` in the page. */
  readonly of: 'all' | 'sample' | 'read' | 'left';
}

/** A table on its way out of the page. */
export interface TableExports {
  readonly formats: readonly TableFormat[];
  /** Of the whole table. */
  readonly total: TableSize;
  /** What a file would hold without filters: less than `total` where the rest is gone. */
  readonly held: TableSize;
  /** Rejects with a sentence. */
  write(format: TableFormat, view: TableView, progress: ExportProgress): Promise<ExportedTable>;
}

export interface ExportProgress {
  readonly signal: AbortSignal;
  onBytes(bytes: number): void;
}

interface ExportedTable {
  readonly blob: Blob;
  /** What is in it. */
  readonly size: TableSize;
}
