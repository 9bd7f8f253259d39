/** The cell that a task is about. */
import { z } from 'zod';

export const CellReference = z.object({
  cellId: z.string(),
  /** `ask`: something about it; `fix`: its error; `change`: other code in its place; `continue`: on from there. */
  purpose: z.enum(['ask', 'fix', 'change', 'continue']),
  /** What the user selected in its outputs. */
  quote: z.string().max(4_000, 'The quotation is longer than 4,000 characters').optional(),
});
export type CellReference = z.infer<typeof CellReference>;
