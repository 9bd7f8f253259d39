/** Where a session was branched off. */
import { z } from 'zod';

export const BranchOrigin = z.object({
  sessionId: z.string(),
  /** The other's title then. */
  title: z.string(),
  /** The last cell of the other that it has. */
  cellId: z.string(),
  /** Of that cell, then. */
  executionCount: z.number().int().nullable(),
});
export type BranchOrigin = z.infer<typeof BranchOrigin>;
