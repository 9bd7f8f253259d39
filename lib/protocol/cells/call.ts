/** A call that code in the kernel makes to a function of this process. */
import { z } from 'zod';
import { BlobRef } from '../../notebook/blob-ref.ts';

/** What code passes to a tool, or gets back: JSON, stored apart when it is long. */
export const CallValue = z.union([z.string(), BlobRef]);
export type CallValue = z.infer<typeof CallValue>;

export const CallEnd = z.object({
  callId: z.string(),
  /** `interrupted`: the code stopped waiting. */
  status: z.enum(['ok', 'error', 'interrupted']),
  result: CallValue.optional(),
  /** What the code was told, shortened when it is very long. */
  error: z.string().optional(),
});
export type CallEnd = z.infer<typeof CallEnd>;

export const CallProgress = z.object({
  callId: z.string(),
  /** Counts up, such as rows that have come. */
  progress: z.number(),
  /** Where it will end, if that is known. */
  total: z.number().optional(),
  /** The same in words, such as `1,240,000 rows, 96.0 MB`. */
  message: z.string().max(500).optional(),
});
export type CallProgress = z.infer<typeof CallProgress>;

/** A native tool call, as the model wrote it. */
export const ToolCall = z.object({ id: z.string(), name: z.string(), arguments: z.string() });
export type ToolCall = z.infer<typeof ToolCall>;

/** A Python function the model may call from its code. */
export const ToolDescription = z.object({
  name: z.string(),
  signature: z.string(),
  doc: z.string(),
  /** Set when it runs in this process, not in the kernel. */
  isHost: z.literal(true).optional(),
});
export type ToolDescription = z.infer<typeof ToolDescription>;
