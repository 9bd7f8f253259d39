/** The names that code defined in a kernel: what is there to use, and what a lost kernel took with it. */
import { z } from 'zod';

/** Most names listed for one kernel, and the longest name or type, characters. */
export const MAX_NAMES = 200;
export const MAX_NAME_LENGTH = 80;
/** Longest value that is listed, characters. */
export const MAX_VALUE_LENGTH = 40;

/** Longest list of columns, characters. */
export const MAX_COLUMNS_LENGTH = 4_000;

/** A top-level name with the class of its value, and with rows and columns, or its length, where it has them. */
export const KernelName = z.object({
  name: z.string().max(MAX_NAME_LENGTH),
  type: z.string().max(MAX_NAME_LENGTH),
  shape: z.array(z.number().int().nonnegative()).optional(),
  /** Of a number or a truth value, as its language writes it. A text may be a password, which the log must not keep. */
  value: z.string().max(MAX_VALUE_LENGTH).optional(),
  /** Of a frame, by type: `int64: a, b; str: c`. */
  columns: z.string().max(MAX_COLUMNS_LENGTH).optional(),
  /** Memory of a table or an array, where asking for it costs nothing. */
  bytes: z.number().int().nonnegative().optional(),
  /** Whether it has rows that can be looked at. */
  isTable: z.boolean().optional(),
});
export type KernelName = z.infer<typeof KernelName>;
