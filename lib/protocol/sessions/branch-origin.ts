/** Where a session was branched off. */
import { z } from 'zod';
import { ApprovalMode } from '../runs/run.ts';

export const BranchOrigin = z.object({
  sessionId: z.string(),
  /** The other's title then. */
  title: z.string(),
  /** The last cell of the other that it has. */
  cellId: z.string(),
  /** Of that cell, then. */
  executionCount: z.number().int().nullable(),
  /** How much code ran there without the user's word. */
  approval: ApprovalMode,
  /** How many runs it has of the other. */
  runCount: z.number().int(),
});
export type BranchOrigin = z.infer<typeof BranchOrigin>;
