/** What the columns of a table hold, counted over the rows that a query leaves. */
import { z } from 'zod';
import { MAX_BINS, MAX_LISTED_VALUES, MAX_PAGE_COLUMNS, MAX_VALUE_LENGTH } from './table-bounds.ts';
import { TableColumn } from './table-page.ts';

const Text = z.string().max(MAX_VALUE_LENGTH);
const Count = z.number().int().nonnegative();

export const ColumnSummary = TableColumn.extend({
  missing: Count,
  /** Different values that are not missing; null where they cannot be compared. */
  distinct: Count.nullable(),
  /** For numbers and dates. */
  min: Text.optional(),
  max: Text.optional(),
  /** For numbers. */
  mean: Text.optional(),
  median: Text.optional(),
  /**
   * For numbers and dates: bars of equal width. For whole numbers, both ends belong to a bar. Otherwise, only `from` does,
   * and in the last bar both.
   */
  histogram: z
    .array(z.object({ from: Text, to: Text, count: Count }))
    .max(MAX_BINS)
    .optional(),
  /** Most frequent first, as pages show them. */
  frequent: z
    .array(z.object({ text: Text, count: Count }))
    .max(MAX_LISTED_VALUES)
    .optional(),
});
export type ColumnSummary = z.infer<typeof ColumnSummary>;

export const TableSummary = z.object({
  columns: z.array(ColumnSummary).max(MAX_PAGE_COLUMNS),
  columnCount: Count,
  columnOffset: Count,
  /** Rows that the query leaves. */
  matchCount: Count,
  /** All counts are of so many rows, evenly spaced among them, because there are many; null where all were counted. */
  sampledRows: Count.nullable(),
});
export type TableSummary = z.infer<typeof TableSummary>;
