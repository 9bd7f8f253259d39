/**
 * What is known of a displayed value beside its MIME bundle, for a model that must read it in few tokens. Read in the
 * kernel while the value was displayed (lib/agent/kernel-digests.ts), and added to when its values are stored. It is in
 * the log only: a notebook file has no place for it.
 */
import { z } from 'zod';
import { BlobRef } from './blob-ref.ts';
import { MAX_IMAGE_SIDE } from './read-image-size.ts';

/** Under this type a digest travels in a MIME bundle from the kernel to the driver, which takes it out. */
export const DIGEST_MIME_TYPE = 'application/vnd.actbook.digest+json';

const Label = z.string().max(300);
const Size = z.number().int().positive().max(MAX_IMAGE_SIDE);

const TableDigest = z.object({
  rows: z.number().int().nonnegative(),
  columns: z.number().int().nonnegative(),
  /** Name and type of the first columns. */
  dtypes: z.array(z.tuple([Label, Label])).max(100),
});
export type TableDigest = z.infer<typeof TableDigest>;

/** More in JSON is refused; the kernel stops at 20,000 characters of values. */
const MAX_DATA_CHARACTERS = 30_000;

const Value = z.union([z.number(), z.string().max(300), z.boolean()]).nullable();

/** The first rows of a displayed data frame or series. */
const TableData = z
  .object({
    /** How many there are in all. */
    rows: z.number().int().nonnegative(),
    columns: z.number().int().nonnegative(),
    /** Names of the index, which is first in each row; none when it only numbers the rows. */
    index: z.array(Label.nullable()).max(8),
    /** What the levels of the columns' names are called, where one of them has a name. */
    levels: z.array(Label).max(8).optional(),
    /** Names of the columns. */
    names: z.array(Label).max(30),
    /** Dates as ISO text, a period as its start, null where nothing is known. */
    values: z.array(z.array(Value).max(38)).max(200),
    /** How pandas writes the values of columns of periods, such as `2025Q1`, by the column's place in a row. */
    periods: z.record(z.string(), z.array(Label.nullable()).max(200)).optional(),
  })
  .refine((data) => JSON.stringify(data).length <= MAX_DATA_CHARACTERS);
export type TableData = z.infer<typeof TableData>;

/** The displayed table as the kernel keeps it, whole: to be read by its id while that kernel lives. */
const KeptTable = z.object({
  id: z.string().regex(/^[0-9a-f]{16,64}$/),
  rows: z.number().int().nonnegative(),
  columns: z.number().int().nonnegative(),
});
export type KeptTable = z.infer<typeof KeptTable>;

/** The numbers that one line, group of bars, or cloud of points is drawn from. */
const FigureSeries = z.object({
  kind: z.enum(['line', 'bar', 'points']),
  /** As its legend names it. */
  name: Label.optional(),
  /** How many values there are in all. */
  count: z.number().int().nonnegative(),
  /** The first ones, to six digits: how far along the axis of values; null for those that are not finite. */
  values: z.array(z.number().nullable()).max(60),
});
export type FigureSeries = z.infer<typeof FigureSeries>;

/** One pair of axes of a figure. Empty texts are left out. */
const PanelDigest = z.object({
  title: Label.optional(),
  x: Label.optional(),
  y: Label.optional(),
  legend: z.array(Label).max(30).optional(),
  /** What is drawn: kind of mark and how many. */
  marks: z.array(z.tuple([Label, z.number().int().nonnegative()])).max(20),
  /** The first ones. */
  series: z.array(FigureSeries).max(8).optional(),
});
export type PanelDigest = z.infer<typeof PanelDigest>;

const FigureDigest = z.object({
  title: Label.optional(),
  /** Ink on light paper: no picture, and no color that stands for a value. Only true says so. */
  lineArt: z.boolean().optional(),
  panels: z.array(PanelDigest).max(20),
});
export type FigureDigest = z.infer<typeof FigureDigest>;

/** The image at a size that a model can be sent, pixels. */
const ImageCopy = z.object({
  mimeType: z.enum(['image/png', 'image/jpeg']),
  /** Base64. */
  data: z.union([z.string(), BlobRef]),
  width: Size,
  height: Size,
});
export type ImageCopy = z.infer<typeof ImageCopy>;

/** The text that a model reads of a stored value, and how much it leaves out. */
const Excerpt = z.object({
  text: z.string(),
  characters: z.number().int().nonnegative(),
  lines: z.number().int().nonnegative(),
});
export type Excerpt = z.infer<typeof Excerpt>;

export const OutputDigest = z.object({
  table: TableDigest.optional(),
  data: TableData.optional(),
  kept: KeptTable.optional(),
  /** A single number, moment, or truth value; null if nothing is known. */
  value: Value.optional(),
  figure: FigureDigest.optional(),
  /** Absent when the image itself is small enough, or when nothing in the kernel could scale it. */
  copy: ImageCopy.optional(),
  /** Pixels of an image that is stored. */
  size: z.object({ width: Size, height: Size }).optional(),
  /** Excerpts by MIME type. */
  excerpts: z.record(z.string(), Excerpt).optional(),
});
export type OutputDigest = z.infer<typeof OutputDigest>;

/** A digest as it comes from a kernel, which must not refer to what is stored. */
export const KernelDigest = OutputDigest.pick({
  table: true,
  data: true,
  kept: true,
  value: true,
  figure: true,
}).extend({
  copy: ImageCopy.extend({ data: z.string() }).optional(),
});
