/** What the tables of a file would be like, judged from its first rows. */
import { z } from 'zod';
import { FileFormat } from './file-format.ts';
import { TableFacts } from './table-facts.ts';

const Count = z.number().int().nonnegative();

export const FileHead = z.object({
  format: FileFormat,
  /** One for each sheet; their names say nothing, and rows, spans and counts are those of the first rows. */
  tables: z.array(TableFacts).min(1).max(50),
  /** Of all Parquet files, where these say it. */
  rowCount: z.number().int().nonnegative().nullable().default(null),
  /** Of what is larger than memory: bytes of its table, about, and of what the kernel may take; code that queries it. */
  large: z
    .object({ bytes: Count, memoryBytes: Count, query: z.string().max(500).nullable() })
    .nullable()
    .default(null),
});
export type FileHead = z.infer<typeof FileHead>;
