/** A session that continues from a cell of another one. */
import { z } from 'zod';

export const BranchRequest = z.object({
  /** The last cell that it has; by default the last of the notebook. */
  cellId: z.string().optional(),
  /**
   * `live` makes a branch whose kernel is a fork of the other one, with all variables, or fails. `new` starts a kernel without
   * variables. By default, the branch is live if possible.
   */
  kernel: z.enum(['live', 'new']).optional(),
});
export type BranchRequest = z.infer<typeof BranchRequest>;

/** What a branch would be. */
export const BranchPlan = z.object({
  isLive: z.boolean(),
  /** The cell before whose last run the kernel was what the branch is to have. Absent: it is that now. */
  before: z.string().optional(),
  /** A sentence: why it would have a new kernel. */
  reason: z.string().optional(),
  /** The kernel lives and holds what the branch should have, but cannot be forked. */
  isRefused: z.literal(true).optional(),
  /** Files that would be copied, bytes. Where the file system shares blocks, they take no space. */
  bytes: z.number().int().nonnegative(),
});
export type BranchPlan = z.infer<typeof BranchPlan>;

export interface Branch {
  /** Of the new session. */
  id: string;
  /** Whether its kernel has the variables of the other one. */
  isLive: boolean;
  /** A sentence: why it has a new kernel. */
  reason?: string | undefined;
}
