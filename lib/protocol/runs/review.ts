/** The word of a second model, or of the app, on an answer before it is given. */
import { z } from 'zod';
import { Usage } from './run.ts';

/**
 * `returned` sends the answer back, with reasons; `objected`: it had gone back once already, and is given with them; `failed`: there
 * was no word, and the answer is given without one. The app's `approved` says that it found nothing, and is not shown.
 */
export const ReviewVerdict = z.enum(['approved', 'returned', 'objected', 'failed']);
export type ReviewVerdict = z.infer<typeof ReviewVerdict>;

export const ReviewResult = z.object({
  verdict: ReviewVerdict,
  /** The reasons, a remark, or why there was no word; may be empty. Of a model Markdown, of the app plain sentences, one a line. */
  text: z.string(),
  usage: Usage,
});
export type ReviewResult = z.infer<typeof ReviewResult>;
