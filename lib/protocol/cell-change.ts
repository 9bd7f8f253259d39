/** What a person can do to the cells of a notebook. */
import { z } from 'zod';

/** Longest source of one cell, characters. */
export const MAX_SOURCE_LENGTH = 500_000;

const source = z.string().max(MAX_SOURCE_LENGTH, 'The cell is longer than 500,000 characters');
/** Id of the cell before, or null for the first place. */
const after = z.string().nullable();

export const NewCell = z.object({
  type: z.enum(['code', 'markdown']),
  source,
  /** The end, where it is not said. */
  after: after.optional(),
});
export type NewCell = z.infer<typeof NewCell>;

export const CellPatch = z.object({ source: source.optional(), after: after.optional() });
export type CellPatch = z.infer<typeof CellPatch>;
