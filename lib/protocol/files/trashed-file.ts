/** A file that was deleted from a workspace, or replaced by another of the same name. */
import { z } from 'zod';

export const TrashedFile = z.object({
  id: z.string(),
  /** With slashes between folders. */
  name: z.string(),
  bytes: z.number().int(),
  /** `replaced`: a file of the same name was added or restored. */
  reason: z.enum(['deleted', 'replaced']),
  /** Whether the user had added it; otherwise code made it. */
  isAdded: z.boolean(),
  /** Milliseconds since 1970. */
  deletedAt: z.number().int(),
});
export type TrashedFile = z.infer<typeof TrashedFile>;
