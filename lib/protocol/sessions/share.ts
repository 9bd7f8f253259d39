/** Read-only links to a session. */
import { z } from 'zod';

export const Share = z.object({
  id: z.string(),
  /** Milliseconds since 1970. */
  createdAt: z.number().int(),
});
export type Share = z.infer<typeof Share>;
