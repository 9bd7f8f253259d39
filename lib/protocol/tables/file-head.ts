/** What the tables of a file would be like, judged from its first rows. */
import { z } from 'zod';
import { FileFormat } from './file-format.ts';
import { TableFacts } from './table-facts.ts';

export const FileHead = z.object({
  format: FileFormat,
  /** One for each sheet; their names say nothing, and rows, spans and counts are those of the first rows. */
  tables: z.array(TableFacts).min(1).max(50),
});
export type FileHead = z.infer<typeof FileHead>;
