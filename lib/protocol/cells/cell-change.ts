/** What the user can do to the cells of a notebook. */
import { z } from 'zod';
import { Limits } from '../run-limits.ts';
import { BatchScope } from './batch.ts';
import { WantedLanguage } from './cell-language.ts';
import { CellOperation } from './cell-operation.ts';

/** Longest source of one cell, characters. */
export const MAX_SOURCE_LENGTH = 500_000;

const source = z.string().max(MAX_SOURCE_LENGTH, 'The cell is longer than 500,000 characters');
/**
 * The version of the cell that the caller has seen. When its text was changed since, nothing is done: AppError
 * `cell-changed`, with a {@link ChangedCell}. Without it, the last caller wins.
 */
const version = z.number().int().nonnegative();
/** Id of the cell before, or null for the first place. */
const after = z.string().nullable();

export const NewCell = z.object({
  type: z.enum(['code', 'markdown']),
  source,
  /** Of code; absent: that of the kernel. */
  language: WantedLanguage.optional(),
  /** The end, where it is not said. */
  after: after.optional(),
});
export type NewCell = z.infer<typeof NewCell>;

export const CellPatch = z.object({
  source: source.optional(),
  version: version.optional(),
  after: after.optional(),
  /** One place up or down. */
  move: z.enum(['up', 'down']).optional(),
  type: NewCell.shape.type.optional(),
  /** Null: that of the kernel; absent: as it is. The source stays. */
  language: WantedLanguage.nullable().optional(),
});
export type CellPatch = z.infer<typeof CellPatch>;

/** What can be said of a cell that is run. */
export const CellExecution = z.object({
  /** Text to store before it runs, as one operation; default: as it is. */
  source: source.optional(),
  version: version.optional(),
  timeoutMs: Limits.shape.cellTimeoutMs.optional(),
});
export type CellExecution = z.infer<typeof CellExecution>;

/** The cell as it is, for whom has seen an earlier version. */
export const ChangedCell = z.object({
  version,
  type: NewCell.shape.type,
  source: z.string(),
  /** Who wrote it. */
  by: z.enum(['agent', 'human']),
});
export type ChangedCell = z.infer<typeof ChangedCell>;

/** Without a version, a deleted cell is restored; with one, the cell shows that version again. */
export const CellRestore = z.object({ version: version.optional() });
export type CellRestore = z.infer<typeof CellRestore>;

/** A cell becomes two: what is before the place, and what is after. */
export const CellSplit = z.object({
  /** Where, UTF-16 units from the start of the source. */
  at: z.number().int().nonnegative(),
  /** What the user has in the field now, where it is not what was last kept. */
  source: source.optional(),
  version: version.optional(),
});
export type CellSplit = z.infer<typeof CellSplit>;

export const BatchRequest = z.object({
  scope: BatchScope,
  /** The cell that `above`, `to`, and `below` refer to. */
  cellId: z.string().optional(),
});
export type BatchRequest = z.infer<typeof BatchRequest>;

/** Text that was found in cells and is replaced: all of it, or nothing. */
export const CellReplacement = z.object({
  edits: z
    .array(
      z.object({
        cellId: z.string(),
        /** The source that was searched: nothing is replaced in another. */
        from: source,
        to: source,
      }),
    )
    .min(1)
    .max(10_000),
});
export type CellReplacement = z.infer<typeof CellReplacement>;

/** Clears the outputs of one cell, or of all if none is named. */
export const OutputClearing = z.object({ cellId: z.string().optional() });

/** The last operation that can be taken back, of all or on one cell; or the one named, unless another followed on its cells. */
export const UndoRequest = z.object({
  cellId: z.string().optional(),
  operationId: CellOperation.shape.operationId.optional(),
});
export type UndoRequest = z.infer<typeof UndoRequest>;

/** What changed, as an undo names it; null where nothing did. */
export const ChangeReply = z.object({ operationId: CellOperation.shape.operationId.nullable() });
