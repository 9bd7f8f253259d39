import { z } from 'zod';

/** Source the code offered as the next input, as `%load` does; `replace` means: instead of the cell's own. */
export const NextInput = z.object({ text: z.string(), replace: z.boolean() });
export type NextInput = z.infer<typeof NextInput>;
