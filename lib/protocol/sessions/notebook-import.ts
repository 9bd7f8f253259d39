/** A notebook file as the log takes it in. */
import { z } from 'zod';
import { MimeBundle } from '../../notebook/output.ts';
import { CellLanguage } from '../cells/cell-language.ts';

const Metadata = z.record(z.string(), z.unknown());

export const NotebookImport = z.object({
  /** The name of the file. */
  name: z.string(),
  /** The file's own, without its widgets. */
  metadata: Metadata,
  /** Set when the kernel it was written for is not installed: a sentence that says so. */
  kernelNote: z.string().optional(),
});
export type NotebookImport = z.infer<typeof NotebookImport>;

/** What a cell of a type that a later minor version of nbformat brought has, beside its ID, source and metadata. */
export const UnknownCell = z.object({
  cellType: z.string(),
  /** The version of the file, which knows the type. */
  nbformatMinor: z.number().int(),
  fields: Metadata,
});
export type UnknownCell = z.infer<typeof UnknownCell>;

export const ImportedCell = z.object({
  cellId: z.string().regex(/^[a-zA-Z0-9-_]{1,64}$/),
  cellType: z.enum(['code', 'markdown', 'raw']),
  source: z.string(),
  /** Of a cell whose source is not in the language of the kernel. */
  language: CellLanguage.optional(),
  /** The count of its execution elsewhere. */
  executionCount: z.number().int().nullable(),
  metadata: Metadata,
  /** Attachments by name, as `attachment:NAME` in its Markdown shows them. */
  attachments: z.record(z.string(), MimeBundle).optional(),
  /** Such a cell is raw text here. */
  unknown: UnknownCell.optional(),
});
export type ImportedCell = z.infer<typeof ImportedCell>;
