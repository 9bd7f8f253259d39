/** How far two columns of different tables match that look like keys to one another: measured in a kernel, from the values. */
import { z } from 'zod';

const Count = z.number().int().nonnegative();

const KeyColumn = z.object({
  file: z.string().max(1000),
  /** Name of a sheet, or of a table of a database; empty in other files. */
  table: z.string().max(1000),
  column: z.string().max(1000),
});

export const KeyOverlap = z.object({
  /** Rows of this table look up in the other. */
  from: KeyColumn,
  to: KeyColumn,
  /** All rows of this table, or the first if `isCut`. */
  rows: Count,
  isCut: z.boolean(),
  /** Those whose value is in the other column. */
  matched: Count,
  /** More that would be if texts were compared without regard to blanks, then to case, then to leading zeros. */
  looser: z.array(z.object({ how: z.enum(['blanks', 'case', 'zeros']), rows: Count })).max(3),
  /** Rows of the other table whose value an earlier one has. */
  repeated: Count,
  /** One column has numbers and the other texts. */
  isMixed: z.boolean(),
});
export type KeyOverlap = z.infer<typeof KeyOverlap>;
