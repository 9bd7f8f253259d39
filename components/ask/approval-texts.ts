import type { ApprovalMode } from '../../lib/protocol/runs/run.ts';

/** The choices of which code waits for the user's approval, in the order of the menu. */
export const APPROVAL_TEXTS: Readonly<Record<ApprovalMode, string>> = {
  never: 'Run code without asking',
  risky: 'Ask before risky code',
  always: 'Ask before all code',
};
