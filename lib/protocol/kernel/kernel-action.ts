/** What the user can ask of a session's kernel. */
import { z } from 'zod';

const MAX_EXTENSION_MS = 24 * 60 * 60_000;

export const KernelAction = z.discriminatedUnion('action', [
  /** Stops the running cell, or the current rebuild. */
  z.object({
    action: z.literal('interrupt'),
    /** Cells that wait run then, also those of a batch. Default: they are taken out of the queue. */
    keepWaiting: z.boolean().optional(),
    /** The cell that is meant: AppError `conflict` where another one is running by now, or none. */
    cellId: z.string().optional(),
  }),
  z.object({ action: z.literal('restart') }),
  /** Gives the running cell more time before it is interrupted. */
  z.object({
    action: z.literal('extend'),
    cellId: z.string(),
    byMs: z.number().int().min(1000).max(MAX_EXTENSION_MS),
  }),
  /** Runs the cells that ended well again, in a fresh kernel, to bring lost variables back. */
  z.object({ action: z.literal('rebuild') }),
]);
export type KernelAction = z.infer<typeof KernelAction>;
