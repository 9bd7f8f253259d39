/** A piece of a table as users look at it: texts, bounded, of whatever made them. */
import { z } from 'zod';
import { MAX_PAGE_COLUMNS, MAX_PAGE_ROWS, MAX_VALUE_LENGTH } from './table-bounds.ts';

const Text = z.string().max(MAX_VALUE_LENGTH);

export const TablePage = z.object({
  columns: z.array(z.object({ name: Text, type: Text, isNumeric: z.boolean() })).max(MAX_PAGE_COLUMNS),
  rows: z
    .array(
      z.object({
        /** Of the index; null where there is none. */
        label: Text.nullable(),
        /** One for each column; null is a missing value. */
        values: z.array(Text.nullable()).max(MAX_PAGE_COLUMNS),
      }),
    )
    .max(MAX_PAGE_ROWS),
  /** Of the whole table; null where counting would mean reading it. */
  rowCount: z.number().int().nonnegative().nullable(),
  columnCount: z.number().int().nonnegative(),
  /** Where in the whole table the first row and the first column of this piece stand. */
  rowOffset: z.number().int().nonnegative(),
  columnOffset: z.number().int().nonnegative(),
  /** What else there is to know, e.g. which sheet of how many this is. */
  note: Text.optional(),
});
export type TablePage = z.infer<typeof TablePage>;

/** Which piece of a table is wanted, and by which column all its rows are ordered. */
export const TableWindow = z.object({
  rowOffset: z.coerce.number<number>().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  rows: z.coerce.number<number>().int().min(1).max(MAX_PAGE_ROWS).default(MAX_PAGE_ROWS),
  columnOffset: z.coerce.number<number>().int().min(0).max(1_000_000).default(0),
  /** Position of the column; without it, rows come as they are. */
  sort: z.coerce.number<number>().int().min(0).max(1_000_000).optional(),
  order: z.enum(['ascending', 'descending']).default('ascending'),
});
export type TableWindow = z.infer<typeof TableWindow>;
