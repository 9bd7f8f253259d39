/** What a kernel knows of code that is being written. Offsets are UTF-16 code units, as everywhere but in the kernel. */
import { z } from 'zod';
import { MAX_SOURCE_LENGTH } from './cell-change.ts';

export const CodeQuestion = z.object({
  /** `complete`: how the name before the cursor may go on; `inspect`: what the name at the cursor is. */
  ask: z.enum(['complete', 'inspect']),
  code: z.string().max(MAX_SOURCE_LENGTH, 'The code is longer than 500,000 characters'),
  cursor: z.int().min(0),
});
export type CodeQuestion = z.infer<typeof CodeQuestion>;

export interface Match {
  readonly text: string;
  /** Such as `function` or `module`, where the kernel says it. */
  readonly type?: string;
  /** Of a function, as `(a, b=1)`. */
  readonly signature?: string;
}

/** `matches` may replace the code between `from` and `to`; `text` is what is known, in the kernel's own colours. */
export interface CodeAnswer {
  readonly from: number;
  readonly to: number;
  readonly matches: readonly Match[];
  /** Of `inspect`; empty when nothing is known. */
  readonly text: string;
}

/** The kernel's answer; `busy` while it does something else or takes too long, `none` while there is no kernel. */
export type CodeReply = ({ readonly status: 'ok' } & CodeAnswer) | { readonly status: 'busy' | 'none' };
