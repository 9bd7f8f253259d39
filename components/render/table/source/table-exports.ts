import type { TableSize } from '../../../../lib/notebook/html-table/describe-size.ts';
import type { TableFormat } from '../../../../lib/protocol/tables/table-query.ts';
import type { TableView } from './table.ts';

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

export interface ExportedTable {
  readonly blob: Blob;
  /** What is in it. */
  readonly size: TableSize;
}
