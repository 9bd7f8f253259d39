/** Whether a notebook gives the same results from a clean start: the report on each of its code cells. */
import { z } from 'zod';
import { DisplayData } from '../../notebook/output.ts';
import { OutputDigest } from '../../notebook/output-digest.ts';

/**
 * - `same`: the clean run shows what the notebook shows.
 * - `differs`: it shows something else, each time.
 * - `varies`: it shows something else in each clean run.
 * - `failed`: it raises an error, and the notebook shows none.
 * - `not-run`: it was not run to its end, see {@link NotRunCause}.
 * - `not-comparable`: there is nothing to compare with, or no rule that compares it.
 */
export const CellVerdict = z.enum(['same', 'differs', 'varies', 'failed', 'not-run', 'not-comparable']);
export type CellVerdict = z.infer<typeof CellVerdict>;

/** `limit`: it exceeded its time limit. `lost`: the kernel ended during it, or before it. */
export const NotRunCause = z.enum(['input', 'network', 'skipped', 'limit', 'lost', 'interrupted']);
export type NotRunCause = z.infer<typeof NotRunCause>;

/** What makes an output another one in each clean run. */
export const VariationCause = z.enum(['random', 'time', 'address', 'order', 'machine', 'unknown']);
export type VariationCause = z.infer<typeof VariationCause>;

/** What the comparison puts aside, see docs/verification.md. */
export const AsideKind = z.enum([
  'address',
  'duration',
  'timestamp',
  'temporary-path',
  'folder',
  'progress',
  'warning-line',
  'random-id',
  'rounding',
  'picture-file',
  'application-data',
]);
export type AsideKind = z.infer<typeof AsideKind>;

/** One place where the two were not equal and the rules do not mind. */
export const Aside = z.object({
  kind: AsideKind,
  /** Where: output, line, table cell, or JSON path. */
  place: z.string(),
  notebook: z.string(),
  here: z.string(),
});
export type Aside = z.infer<typeof Aside>;

export const CellDifference = z.object({
  place: z.string(),
  /** A sentence fragment: `mean 4.21, here 4.19`. */
  text: z.string(),
});
export type CellDifference = z.infer<typeof CellDifference>;

/** A displayed output with a picture and what describes it, as the log keeps outputs: a large picture is a reference. */
export const PictureOutput = DisplayData.pick({ output_type: true, data: true, metadata: true }).extend({
  digest: OutputDigest.pick({ figure: true, size: true }).optional(),
});
export type PictureOutput = z.infer<typeof PictureOutput>;

/** A picture that a clean run drew differently. */
export const PicturePair = z.object({
  place: z.string(),
  /** What differs, a sentence fragment: `title “Sold”, here “Sale”; 1.4 % of the picture’s pixels differ`. */
  text: z.string(),
  notebook: PictureOutput,
  here: PictureOutput,
});
export type PicturePair = z.infer<typeof PicturePair>;

/** A name that the clean run did not find. */
export const HiddenName = z.object({
  name: z.string(),
  /** `none`: no cell defines it. `later`: only a cell below does. `earlier`: a cell above does, which did not succeed. */
  definedBy: z.enum(['none', 'later', 'earlier']),
  /** The number of that cell, counted from 1 among all cells; null for `none`. */
  cell: z.number().int().positive().nullable(),
});
export type HiddenName = z.infer<typeof HiddenName>;

export const CellVerification = z.object({
  /** Counts from 1 among all cells of the notebook. */
  cell: z.number().int().positive(),
  cellId: z.string(),
  verdict: CellVerdict,
  /** Why, in a sentence; absent for `same`. */
  reason: z.string().optional(),
  /** The first ones. */
  differences: z.array(CellDifference),
  /** All of them. */
  differenceCount: z.number().int().nonnegative(),
  /** The first ones of a cell whose pictures differ or cannot be compared; absent where no pictures are stored. */
  pictures: z.array(PicturePair).optional(),
  /** The first ones. */
  aside: z.array(Aside),
  asideCount: z.number().int().nonnegative(),
  hidden: HiddenName.optional(),
  notRun: NotRunCause.optional(),
  causes: z.array(VariationCause).optional(),
  /** How long the first clean run took; null when the cell did not run. */
  durationMs: z.number().nonnegative().nullable(),
});
export type CellVerification = z.infer<typeof CellVerification>;

export const PackageVersion = z.object({ name: z.string(), version: z.string() });
export type PackageVersion = z.infer<typeof PackageVersion>;

export const VerifiedFile = z.object({
  name: z.string(),
  bytes: z.number().int().nonnegative(),
  sha256: z.string(),
});
export type VerifiedFile = z.infer<typeof VerifiedFile>;

/** `reproduced`: every cell is the same. `varies`: every other one varies. `no-code`: there are no cells to verify. */
export const VerificationOutcome = z.enum(['reproduced', 'varies', 'not-reproduced', 'no-code']);
export type VerificationOutcome = z.infer<typeof VerificationOutcome>;

export const Verification = z.object({
  outcome: VerificationOutcome,
  counts: z.record(CellVerdict, z.number().int().nonnegative()),
  cells: z.array(CellVerification),
  /** Clean runs that were needed. */
  runs: z.number().int().positive(),
  kernel: z.object({
    name: z.string(),
    language: z.string(),
    version: z.string(),
    isolation: z.string(),
    /** Packages that the code imports and that state their version, by name. */
    packages: z.array(PackageVersion).default([]),
    /**
     * Python, and the packages that the code imports with all that those require, as installed. Absent where it is not
     * known: logs from before it was read, and kernels of other languages.
     */
    installed: z.array(PackageVersion).optional(),
  }),
  /** Data that the notebook was given, by name. */
  files: z.array(VerifiedFile),
  /** Milliseconds since 1970. */
  startedAt: z.number(),
  durationMs: z.number().nonnegative(),
});
export type Verification = z.infer<typeof Verification>;

/** A cell that starts in a clean run, or has ended in the first one. */
export const VerifyProgress = z.object({
  /** Counts from 1. */
  run: z.number().int().positive(),
  /** Counts from 1 among the cells that are to run. */
  step: z.number().int().positive(),
  steps: z.number().int().positive(),
  /** Counts from 1 among all cells. */
  cell: z.number().int().positive(),
  /** As far as the first run tells, which the report may say otherwise; absent while the cell runs, and in other runs. */
  verdict: CellVerdict.optional(),
});
export type VerifyProgress = z.infer<typeof VerifyProgress>;

/** Wall time of each cell of a clean run unless somebody says otherwise, milliseconds. */
export const DEFAULT_VERIFY_TIMEOUT_MS = 10 * 60_000;
