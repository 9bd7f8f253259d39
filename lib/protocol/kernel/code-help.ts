/** What a kernel knows of code that is being written. Offsets are UTF-16 code units, as everywhere but in the kernel. */
import { z } from 'zod';
import { MAX_SOURCE_LENGTH } from '../cells/cell-change.ts';

export const CodeQuestion = z.object({
  /** `complete`: how the name before the cursor may go on; `inspect`: what the name at the cursor is. */
  ask: z.enum(['complete', 'inspect']),
  code: z.string().max(MAX_SOURCE_LENGTH, 'The code is longer than 500,000 characters'),
  cursor: z.int().min(0),
});
export type CodeQuestion = z.infer<typeof CodeQuestion>;

export const Match = z.object({
  text: z.string(),
  /** Such as `function` or `module`, where the kernel says it. */
  type: z.string().optional(),
  /** The signature of a function, as `(a, b=1)`. */
  signature: z.string().optional(),
});
export type Match = z.infer<typeof Match>;

/** `matches` may replace the code between `from` and `to`; `text` is what is known, in the kernel's own colors. */
export const CodeAnswer = z.object({
  from: z.number().int(),
  to: z.number().int(),
  matches: z.array(Match),
  /** The answer to `inspect`; empty when nothing is known. */
  text: z.string(),
});
export type CodeAnswer = z.infer<typeof CodeAnswer>;

/** The kernel's answer; `busy` while it does something else or takes too long, `none` while there is no kernel. */
export const CodeReply = z.discriminatedUnion('status', [
  CodeAnswer.extend({ status: z.literal('ok') }),
  z.object({ status: z.enum(['busy', 'none']) }),
]);
export type CodeReply = z.infer<typeof CodeReply>;
