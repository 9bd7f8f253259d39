/** What is known of a table in a kernel: measured there. */
import { z } from 'zod';

const Name = z.string().max(1000);
const Text = z.string().max(200);
const Count = z.number().int().nonnegative();

/** How a column is better read than it is: text that is evidently something else, or spelled in several ways. */
export const ColumnReading = z.discriminatedUnion('as', [
  z.object({
    as: z.literal('date'),
    /** As `strptime` has it, or `ISO8601` or `mixed` of pandas. */
    format: Text,
    isDayFirst: z.boolean(),
    /** Nothing tells whether days or months come first. */
    isUndecided: z.boolean().default(false),
    /** Some begin with the day and others with the year: the former are turned round first. */
    isTurned: z.boolean().default(false),
    hasZones: z.boolean().default(false),
    /** How many different values are not dates, and the first of them. */
    lost: Count.default(0),
    lostTexts: z.array(Text).max(3).default([]),
    /** Texts that stand for a missing value. */
    marks: z.array(Text).max(20).default([]),
  }),
  z.object({
    as: z.literal('number'),
    unit: Text.nullable(),
    /** Patterns, each with what replaces it, in order: what they leave is read by pandas. */
    steps: z.array(z.tuple([Text, Text])).max(20),
    /** A mark of which the values alone do not tell whether it separates thousands, and the one taken for decimals. */
    openMark: z.enum(['.', ',']).nullable().default(null),
    decimal: z.enum(['.', ',']).default('.'),
    lost: Count,
    lostTexts: z.array(Text).max(3),
    marks: z.array(Text).max(20),
  }),
  z.object({
    /** Hours, minutes, and seconds, `0:43:41`, that something took: it is read as minutes. */
    as: z.literal('duration'),
    lost: Count,
    lostTexts: z.array(Text).max(3),
    marks: z.array(Text).max(20),
  }),
  z.object({
    as: z.literal('spelling'),
    hasBlanks: z.boolean(),
    replaced: z.record(z.string(), z.string()),
    /** Different values as they are, and as they should be. */
    before: Count,
    after: Count,
    /** Spellings that are not as they should be, and the first of them with what they should be. */
    changed: Count.default(0),
    examples: z
      .array(z.tuple([z.string(), z.string()]))
      .max(3)
      .default([]),
  }),
  /** Comparisons with a missing value of pandas' own types, `NA`, are neither true nor false: it is read as of other types. */
  z.object({ as: z.literal('plain'), type: z.enum(['float64', 'object']) }),
  z.object({
    as: z.literal('text'),
    holds: z.enum(['lists', 'records', 'times of day', 'binary values', 'long numbers']).default('lists'),
  }),
]);
export type ColumnReading = z.infer<typeof ColumnReading>;

export const ColumnFacts = z.object({
  name: Name,
  type: z.enum(['number', 'text', 'date', 'boolean', 'empty']),
  isInteger: z.boolean(),
  missing: Count,
  /** Whether the type is one whose missing values make a comparison missing too, such as `Int64`. */
  isNullable: z.boolean().default(false),
  unique: Count,
  /** The values as text, most frequent first: all of them where there are at most 200, else the first 200. */
  values: z.array(Text).max(200),
  /** Smallest and largest number or date, ISO. */
  span: z.object({ first: Text, last: Text }).nullable(),
  /** What its values were written with, or its header ends with: `€`, `(kg)`. */
  unit: Name.nullable(),
  /** How many rows have an infinite number, which is in no span. */
  infinite: Count.default(0),
  /** Numbers such as -99 that may stand for missing values, and how many rows have them. */
  placeholders: z
    .array(z.object({ value: z.number(), count: Count }))
    .max(40)
    .default([]),
  /** For a date: how far each other date of the same row usually is from it. */
  gaps: z
    .array(z.object({ to: Name, seconds: z.number() }))
    .max(10)
    .default([]),
  reading: ColumnReading.nullable(),
});
export type ColumnFacts = z.infer<typeof ColumnFacts>;

export const TableFacts = z.object({
  /** The variable in the kernel. */
  name: Name,
  rows: Count,
  /** Rows that equal an earlier one in every column; absent where values cannot be compared or are too many. */
  repeatedRows: Count.optional(),
  decimal: z.enum(['.', ',']).default('.'),
  /** Lines of its file with more fields than the header, which were left out. */
  skippedLines: Count.default(0),
  /** Columns with numbers that were merged cells of a workbook: each counts in all rows that it was merged over. */
  mergedNumbers: z.array(Name).max(50).default([]),
  /** Rows that hold nothing, and are not among these facts. */
  emptyRows: Count.default(0),
  /** Its last row adds up those above, and is not among these facts. */
  endsWithTotals: z.boolean().default(false),
  columns: z.array(ColumnFacts).max(200),
  /** Columns past those. */
  hiddenColumns: Count,
});
export type TableFacts = z.infer<typeof TableFacts>;
