/** Whether code may run on this machine, and what keeps it from the machine then. */
import { z } from 'zod';
import { Isolation } from './kernel-info.ts';

export const SandboxStatus = z.object({
  /** What the next kernel runs in; null when none may start. */
  isolation: Isolation.nullable(),
  /** Why no box can be made, and what helps, a sentence each; null when one can, or none is asked for. */
  failure: z.object({ reason: z.string(), remedy: z.string() }).nullable(),
  /**
   * Why the system does not enforce the memory and process limits of boxes, so that Actbook only monitors them, and what
   * helps, in one sentence each. Null when the system enforces them, or when boxes are not used.
   */
  limitsFailure: z.object({ reason: z.string(), remedy: z.string() }).nullable(),
  /** Whether the user agreed to run code without a box on this machine while none can be made. */
  isAgreed: z.boolean(),
});
export type SandboxStatus = z.infer<typeof SandboxStatus>;
