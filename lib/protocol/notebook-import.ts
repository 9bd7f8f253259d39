/** A notebook file as the log takes it in. */
import { z } from 'zod';
import { MimeBundle } from '../notebook/output.ts';

const Metadata = z.record(z.string(), z.unknown());

export const NotebookImport = z.object({
  /** Of the file. */
  name: z.string(),
  /** The file's own, without its widgets. */
  metadata: Metadata,
  /** Set when the kernel it was written for is not installed: a sentence that says so. */
  kernelNote: z.string().optional(),
});
export type NotebookImport = z.infer<typeof NotebookImport>;

export const ImportedCell = z.object({
  cellId: z.string().regex(/^[a-zA-Z0-9-_]{1,64}$/),
  cellType: z.enum(['code', 'markdown', 'raw']),
  source: z.string(),
  /** Of its execution elsewhere. */
  executionCount: z.number().int().nullable(),
  metadata: Metadata,
  /** By name, as `attachment:NAME` in its Markdown shows them. */
  attachments: z.record(z.string(), MimeBundle).optional(),
});
export type ImportedCell = z.infer<typeof ImportedCell>;
