/** Which rows of a table are wanted, and in which order: the same for pages, summaries and exports. */
import { z } from 'zod';
import {
  MAX_FILTERS,
  MAX_LISTED_VALUES,
  MAX_PAGE_COLUMNS,
  MAX_PAGE_ROWS,
  MAX_VALUE_LENGTH,
} from './table-bounds.ts';

const Text = z.string().max(MAX_VALUE_LENGTH);
const MAX_COLUMN = 1_000_000;
/** Position in the whole table, from 0. */
const Column = z.number().int().min(0).max(MAX_COLUMN);

/**
 * A condition on one column. Texts are compared with values as pages show them; in columns of numbers and dates they are
 * read as such, with a decimal point and in the order of ISO 8601. Case counts only for `equals` and `one-of`. A missing value meets only `empty`, and `one-of` with null.
 */
export const ColumnFilter = z.discriminatedUnion('is', [
  z.object({ column: Column, is: z.literal('contains'), text: Text }),
  z.object({ column: Column, is: z.literal('equals'), text: Text }),
  z.object({
    column: Column,
    is: z.literal('one-of'),
    texts: z.array(Text.nullable()).max(MAX_LISTED_VALUES),
  }),
  /** Both ends belong to the range, and at least one is given. For dates, `to` without a time is the end of that day. */
  z.object({ column: Column, is: z.literal('range'), from: Text.optional(), to: Text.optional() }),
  /** Missing, or a text without characters. */
  z.object({ column: Column, is: z.literal('empty') }),
  z.object({ column: Column, is: z.literal('not-empty') }),
]);
export type ColumnFilter = z.infer<typeof ColumnFilter>;

/** Filters travel as JSON text, since this is the query of a GET. */
const Filters = z
  .string()
  .max(100_000)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'is not JSON' });
      return z.NEVER;
    }
  })
  .pipe(z.array(ColumnFilter).max(MAX_FILTERS));

export const TableQuery = z.object({
  /** A list of {@link ColumnFilter} as JSON; a row must meet all of them. */
  filters: Filters.optional(),
  /** Text that some value or label of a row contains, in any case. */
  search: Text.optional(),
  /** Position of the column; without it, rows come as they are. Missing values are last. */
  sort: z.coerce.number<number>().int().min(0).max(MAX_COLUMN).optional(),
  order: z.enum(['ascending', 'descending']).default('ascending'),
  /** The sheet of a workbook, by default the first. Other tables have none. */
  sheet: Text.optional(),
});
export type TableQuery = z.infer<typeof TableQuery>;

/** Offsets and counts are of the rows that the query leaves, in its order. */
export const TableWindow = TableQuery.extend({
  rowOffset: z.coerce.number<number>().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  rows: z.coerce.number<number>().int().min(1).max(MAX_PAGE_ROWS).default(MAX_PAGE_ROWS),
  columnOffset: z.coerce.number<number>().int().min(0).max(MAX_COLUMN).default(0),
  columns: z.coerce.number<number>().int().min(1).max(MAX_PAGE_COLUMNS).default(MAX_PAGE_COLUMNS),
  /** Position of a row in the whole table, whose offset among the rows of the query is wanted (`foundOffset`). */
  find: z.coerce.number<number>().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
});
export type TableWindow = z.infer<typeof TableWindow>;

export const SummaryWindow = TableQuery.extend({
  columnOffset: z.coerce.number<number>().int().min(0).max(MAX_COLUMN).default(0),
  columns: z.coerce.number<number>().int().min(1).max(MAX_PAGE_COLUMNS).default(MAX_PAGE_COLUMNS),
});
export type SummaryWindow = z.infer<typeof SummaryWindow>;

export const TableFormat = z.enum(['csv', 'tsv', 'md', 'xlsx', 'parquet']);
export type TableFormat = z.infer<typeof TableFormat>;

export const TableExport = TableQuery.extend({ format: TableFormat });
export type TableExport = z.infer<typeof TableExport>;
