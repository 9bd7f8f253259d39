/** What was done to keep a conversation within its model's context. */
import { z } from 'zod';
import { Usage } from './run.ts';

/** A place in the conversation: the end of a step of a run. Step 0 is what stood before the run's first step, task included. */
export const ContextMark = z.object({ runId: z.string(), step: z.number().int().nonnegative() });
export type ContextMark = z.infer<typeof ContextMark>;

/** Stands in the prompt for everything up to `upTo`, but for the task that is being answered. */
export const ContextSummary = z.object({
  upTo: ContextMark,
  text: z.string(),
  /** `rules`: put together from the log, because no usable summary came from the model. */
  by: z.enum(['model', 'rules']),
  /** Why the model did not write it. */
  reason: z.string().optional(),
  usage: Usage,
});
export type ContextSummary = z.infer<typeof ContextSummary>;

export const Compaction = z.object({
  /** The step whose prompt was too long. */
  step: z.number().int().positive(),
  /** What the prompt had to fit, estimated tokens; less than configured once the server refused a longer one. */
  budgetTokens: z.number().int().positive(),
  /** Observations up to here are shown shortened. */
  shortenedUpTo: ContextMark,
  summary: ContextSummary.optional(),
});
export type Compaction = z.infer<typeof Compaction>;
