/** How pandas can read a file, as a kernel found out. */
import { z } from 'zod';

const Text = z.string().max(500);

const Delimited = z.object({
  kind: z.literal('delimited'),
  separator: z.string().length(1),
  decimal: z.enum(['.', ',']),
  encoding: Text,
  /** Lines before the header. */
  skippedLines: z.number().int().nonnegative(),
  /** Whether there are lines with more fields than the header. */
  hasLongLines: z.boolean(),
  /** Columns of codes such as 007, which are not numbers. */
  codes: z.array(z.string()).default([]),
  /** Columns in which NA is a code beside others, as of a region, and does not stand for a missing value. */
  keepsNa: z.array(z.string()).default([]),
});

const Sheet = z.object({
  name: Text,
  /** First row of the header, from 0. */
  header: z.number().int().nonnegative(),
  /** Two where columns are named in one and their groups in the one above. */
  headerRows: z.number().int().min(1).max(2),
  /** Whether there are rows or columns with nothing in them. */
  hasGaps: z.boolean(),
  /** Whether names of columns are numbers or dates, or have line breaks. */
  hasOddNames: z.boolean(),
  /** Whether cells below the header are merged over several rows, and the columns where such cells are numbers. */
  hasMerged: z.boolean().default(false),
  mergedNumbers: z.array(Text).max(50).default([]),
});
export type Sheet = z.infer<typeof Sheet>;

const Workbook = z.object({
  kind: z.literal('workbook'),
  sheets: z.array(Sheet).min(1).max(50),
  /** Sheets that have no rows below a heading. */
  withoutTable: z.array(Text).max(50),
  /** Sheets with a table past those. */
  hiddenSheets: z.number().int().nonnegative(),
});

const Json = z.object({
  kind: z.literal('json'),
  /**
   * `lines`: one in each. `columns`: lists of values. `by-key`: an object of them. `one`: the whole is one. `features`: of
   * GeoJSON.
   */
  records: z.enum(['lines', 'list', 'columns', 'under-key', 'by-key', 'one', 'features']),
  key: Text.nullable(),
  /** Columns of features besides their properties. */
  extras: z.array(z.enum(['id', 'geometry', 'longitude', 'latitude'])).default([]),
});

const DatabaseTable = z.object({
  name: Text,
  /** Columns to read, if others hold binary values; null: all. */
  columns: z.array(Text).nullable(),
  binary: z.array(Text),
});
export type DatabaseTable = z.infer<typeof DatabaseTable>;

const Database = z.object({
  kind: z.literal('sqlite'),
  /** Tables and views. */
  tables: z.array(DatabaseTable).min(1).max(50),
  /** Tables past those. */
  hiddenTables: z.number().int().nonnegative(),
});

export const FileFormat = z.discriminatedUnion('kind', [
  Delimited,
  Json,
  Workbook,
  Database,
  z.object({ kind: z.enum(['parquet', 'feather']) }),
  /** `why` continues after the name of the file: "is empty". */
  z.object({ kind: z.literal('none'), why: Text }),
]);
export type FileFormat = z.infer<typeof FileFormat>;
