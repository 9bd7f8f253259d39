import { z } from 'zod';

/** A new text of a CONTEXT.md: that in the home of the app, or that of a notebook. */
export const ContextChange = z.object({
  text: z.string(),
  /** The text as it was read: another one by now is not replaced. */
  was: z.string(),
});
export type ContextChange = z.infer<typeof ContextChange>;
