/** The cells that a task is about. */
import { z } from 'zod';

/** What the user selected in the outputs of a cell. */
const Quote = z.string().max(4_000, 'The quotation is longer than 4,000 characters');

export const CellReference = z.object({
  cellId: z.string(),
  /** `ask`: something about it; `fix`: its error; `change`: other code in its place; `continue`: on from there. */
  purpose: z.enum(['ask', 'fix', 'change', 'continue']),
  quote: Quote.optional(),
  /** What it is about besides: cells, or what was selected in them. */
  also: z
    .array(z.object({ cellId: z.string(), quote: Quote.optional() }))
    .max(9, 'The task is about more than 10 quotations and cells')
    .optional(),
});
export type CellReference = z.infer<typeof CellReference>;
