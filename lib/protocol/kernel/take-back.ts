/** A kernel that goes back to what it was before it ran a cell. */
import { z } from 'zod';

export const MAX_KEPT_NAMES = 50;

/** Files of the workspace that changed since a cell began: they stay as they are. */
export const KeptFiles = z.object({
  /** The first of them by name, at most {@link MAX_KEPT_NAMES}. */
  names: z.array(z.string()).max(MAX_KEPT_NAMES),
  count: z.number().int().nonnegative(),
});
export type KeptFiles = z.infer<typeof KeptFiles>;

/** What an event says of it. */
export const KernelBack = z.object({
  /** The cell before whose last run the kernel is again. */
  cellId: z.string(),
  files: KeptFiles,
});
export type KernelBack = z.infer<typeof KernelBack>;

/** How a kernel goes, or would go, back to what it was before a cell. */
export const TakeBack = z.object({
  /** `checkpoint`: what it was then takes its place, at once. `rebuilt`: a new kernel runs what ran before, and then takes its place. */
  how: z.enum(['checkpoint', 'rebuilt']),
  /** A sentence: why there is no checkpoint. */
  reason: z.string().optional(),
  /** Cells that run again, in order; none with a checkpoint. */
  cellIds: z.array(z.string()),
  /** Cells with an effect on the kernel that is gone then, in the order of the notebook. */
  undone: z.array(z.string()),
  files: KeptFiles,
});
export type TakeBack = z.infer<typeof TakeBack>;

export const CheckpointsReply = z.object({
  /** Oldest first; `bytes`: memory that only the checkpoint holds. */
  checkpoints: z.array(z.object({ cellId: z.string(), bytes: z.number() })),
  /** A sentence: why the kernel keeps no more of them, such as their time or memory. */
  off: z.string().optional(),
});
export type CheckpointsReply = z.infer<typeof CheckpointsReply>;
