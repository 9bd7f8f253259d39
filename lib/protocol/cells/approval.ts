/** Code of the model that waits for the user's word, and that word. */
import { z } from 'zod';
import { MAX_SOURCE_LENGTH } from './cell-change.ts';

const MAX_REASON_LENGTH = 2_000;

export const ApprovalRequest = z.object({
  requestId: z.string(),
  /** The tool call that waits in the running cell; without it the cell itself does, and has not begun. */
  callId: z.string().optional(),
  /** `source` would replace the code of the cell, which stays as it is until then. */
  isEdit: z.boolean().optional(),
  /** Why the user is asked, a sentence each. */
  reasons: z.array(z.string()),
  /** What runs when it is approved: the cell's code, or the call as code. */
  source: z.string(),
});
export type ApprovalRequest = z.infer<typeof ApprovalRequest>;

const reason = z.string().trim().max(MAX_REASON_LENGTH).optional();
const source = z.string().max(MAX_SOURCE_LENGTH);

/** What the user answers. `edit` runs `source` instead; a tool call cannot be edited. */
export const ApprovalDecision = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal('approve') }),
  z.object({ decision: z.literal('edit'), source }),
  z.object({ decision: z.literal('refuse'), reason }),
]);
export type ApprovalDecision = z.infer<typeof ApprovalDecision>;

/** What became of a request. Nobody (`from`) there to ask is a refusal. */
export const ApprovalReply = z.object({
  requestId: z.string(),
  decision: z.enum(['approve', 'edit', 'refuse']),
  source: source.optional(),
  reason,
  from: z.enum(['human', 'nobody']),
});
export type ApprovalReply = z.infer<typeof ApprovalReply>;
