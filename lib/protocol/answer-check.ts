/** The key figures of an answer, computed a second way and compared by value before it is given. */
import { z } from 'zod';

/** `not-checked`: the check does not support this question, could not finish, or gave no verdict. */
export const CheckVerdict = z.enum(['agrees', 'differs', 'not-checked']);
export type CheckVerdict = z.infer<typeof CheckVerdict>;

export const AnswerCheck = z.object({
  /** The cell that compares; null where none was run. */
  cellId: z.string().nullable(),
  verdict: CheckVerdict,
  /** What it found, without a period: both values where they differ, and why where it was not checked. May be empty. */
  text: z.string(),
});
export type AnswerCheck = z.infer<typeof AnswerCheck>;
