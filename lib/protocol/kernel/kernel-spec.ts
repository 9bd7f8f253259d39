/** A kernel that a session can be started with. */
import { z } from 'zod';

export const KernelSpec = z.object({
  name: z.string(),
  displayName: z.string(),
  language: z.string(),
});
export type KernelSpec = z.infer<typeof KernelSpec>;
