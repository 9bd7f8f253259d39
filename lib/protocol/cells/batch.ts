/** Several cells that the user runs one after the other, in the order they stand. */
import { z } from 'zod';

/** `above`: all before a cell; `to`: these and it; `below`: it and all after; `stale`: those that show what would come out otherwise today. */
export const BatchScope = z.enum(['all', 'above', 'to', 'below', 'stale']);
export type BatchScope = z.infer<typeof BatchScope>;

export const BatchStart = z.object({
  scope: BatchScope,
  cellIds: z.array(z.string()),
  /** Where it waited in the queue. */
  entryId: z.string().optional(),
});

/** `failed`: a cell ended otherwise than well, and those after it were not run. */
export const BatchEnd = z.object({
  status: z.enum(['ok', 'failed', 'stopped']),
  /** One sentence where it failed. */
  reason: z.string().optional(),
});
export type BatchEnd = z.infer<typeof BatchEnd>;
