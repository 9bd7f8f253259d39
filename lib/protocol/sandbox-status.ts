/** Whether code may run on this machine, and what keeps it from the machine then. */
import type { Isolation } from './event.ts';

export interface SandboxStatus {
  /** What the next kernel runs in; null when none may start. */
  isolation: Isolation | null;
  /** Why no box can be made, and what helps, a sentence each; null when one can, or none is asked for. */
  failure: { reason: string; remedy: string } | null;
  /** Whether a person agreed to run code without a box on this machine while none can be made. */
  isAgreed: boolean;
}

/** What a person agrees to. */
export const WITHOUT_ISOLATION =
  'Without isolation, code that the agent writes runs as you, with your files and your network.';
