import { z } from 'zod';

/** A skill as a model is told of it: instructions of the user for certain tasks. */
export const SkillEntry = z.object({
  name: z.string().max(64),
  description: z.string().max(400),
  /** Its instructions, where the task names it. */
  text: z.string().max(25_000).optional(),
});
export type SkillEntry = z.infer<typeof SkillEntry>;
