import type { ApprovalDecision, ApprovalRequest } from '../protocol/cells/approval.ts';

/**
 * Puts a request to users; null when nobody answers. The signal aborts when nothing waits for it any more: then the
 * answer counts for nothing.
 */
export type ApprovalHandler = (
  request: ApprovalRequest,
  signal: AbortSignal,
) => Promise<ApprovalDecision | null>;
