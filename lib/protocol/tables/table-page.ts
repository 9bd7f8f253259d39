/** A piece of a table as users look at it: texts, bounded, of whatever made them. */
import { z } from 'zod';
import { MAX_LEVELS, MAX_PAGE_COLUMNS, MAX_PAGE_ROWS, MAX_SHEETS, MAX_VALUE_LENGTH } from './table-bounds.ts';

const Text = z.string().max(MAX_VALUE_LENGTH);
const Count = z.number().int().nonnegative();

export const TableColumn = z.object({
  /** Levels are joined with ` / `. */
  name: Text,
  /** Names from the top level down, if the columns of the table have several levels. */
  levels: z.array(Text).max(MAX_LEVELS).optional(),
  /** As its library calls it. */
  type: Text,
  kind: z.enum(['number', 'text', 'date', 'boolean', 'other']),
  isNumeric: z.boolean(),
  /** A column of dates, all at midnight: its values are written without a time. */
  isDateOnly: z.boolean().optional(),
  /** For a column of numbers: with so many decimals, its values line up and lose nothing that `isRounded` does not admit. */
  decimals: z.number().int().min(0).max(12).optional(),
  /** Some values have more decimals than `decimals`. */
  isRounded: z.boolean().optional(),
});
export type TableColumn = z.infer<typeof TableColumn>;

export const TablePage = z.object({
  columns: z.array(TableColumn).max(MAX_PAGE_COLUMNS),
  /** Names of the levels of the columns' names, where there are several or the only one has a name. */
  levelNames: z.array(Text.nullable()).max(MAX_LEVELS).optional(),
  /** Names of the levels of row labels; empty where rows have none, null where a level has no name. */
  index: z.array(Text.nullable()).max(MAX_LEVELS),
  rows: z
    .array(
      z.object({
        /** In the whole table, from 0, whatever the order and filters are. */
        position: Count,
        /** One for each level of the index. */
        labels: z.array(Text.nullable()).max(MAX_LEVELS),
        /** One for each column; null is a missing value. */
        values: z.array(Text.nullable()).max(MAX_PAGE_COLUMNS),
      }),
    )
    .max(MAX_PAGE_ROWS),
  /** Rows of the whole table; null where counting would mean reading it. */
  rowCount: Count.nullable(),
  /** Rows that filters and search leave; `rowCount` without them. */
  matchCount: Count.nullable(),
  columnCount: Count,
  /** Where among the rows of the query, and among all columns, this piece starts. */
  rowOffset: Count,
  columnOffset: Count,
  /** Offset of the row that `find` names among the rows of the query; null where they do not have it. */
  foundOffset: Count.nullable().optional(),
  /** All sheets of a workbook, and which one this is. */
  sheets: z.array(Text).max(MAX_SHEETS).optional(),
  sheet: Text.optional(),
  /** Only so many first rows of the file were read, because it is large: filters, search and order see no others. */
  readRows: Count.optional(),
  /** What else there is to know of a file: lines before its header, which are left out. */
  note: Text.optional(),
});
export type TablePage = z.infer<typeof TablePage>;
