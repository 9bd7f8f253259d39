/** The key figures of an answer, computed another way at a reviewer's request, and compared with it before it is given. */
import { z } from 'zod';

/** `not-checked`: the check does not support this question, could not finish, or gave no verdict. */
export const CheckVerdict = z.enum(['agrees', 'differs', 'not-checked']);
export type CheckVerdict = z.infer<typeof CheckVerdict>;

/** One figure of an answer, and what code computed for it. */
export const CheckedFigure = z.object({
  /** As the answer writes it: `12 %`. */
  text: z.string(),
  /** In the unit of the figure; null where it is not finite. */
  value: z.number().nullable(),
  /** Whether the figure says this value, as precisely as it is written. */
  agrees: z.boolean(),
});
export type CheckedFigure = z.infer<typeof CheckedFigure>;

export const AnswerCheck = z.object({
  /** The cell that computes the figures; null where none was run. */
  cellId: z.string().nullable(),
  verdict: CheckVerdict,
  /** What it found, without a period: both values where they differ, and why where it was not checked. May be empty. */
  text: z.string(),
  /** Absent in logs of versions whose built-in analyst checked its own results. */
  from: z.literal('reviewer').optional(),
  /** The figures that a reviewer named. */
  figures: z.array(CheckedFigure).optional(),
});
export type AnswerCheck = z.infer<typeof AnswerCheck>;
