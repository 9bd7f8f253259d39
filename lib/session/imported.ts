/** What a session keeps of the notebook file that it began as. */
import { z } from 'zod';
import type { MimeBundle } from '../notebook/output.ts';
import type { NotebookImport, UnknownCell } from '../protocol/sessions/notebook-import.ts';

/** What a notebook file holds of a cell besides source and outputs. */
export interface ImportedParts {
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Bytes that its Markdown shows as `attachment:NAME`, by name. */
  readonly attachments?: Readonly<Record<string, MimeBundle>>;
  /** Set for text that an export of ours wrote: what it was there. Here it is a note. */
  readonly role?: FileRole;
  /** It is for a converter, neither code nor Markdown. */
  readonly isRaw?: true;
  /** Set for a cell of a type that only a later version of nbformat knows. */
  readonly unknown?: UnknownCell;
}

/** The notebook file that a session began as. */
export interface ImportedNotebook extends NotebookImport {
  /** In the file's order, deleted ones too. */
  readonly cellIds: readonly string[];
}

/** What a cell of text was in the notebook of this app that wrote the file. */
type FileRole = z.infer<typeof FileRole>;
const FileRole = z.enum(['task', 'thought', 'answer']);

/** What that app writes of a cell. A draft has a role that it did not come to. */
const OwnMetadata = z.object({ actbook: z.object({ role: FileRole, draft: z.undefined().optional() }) });

/** As the file claims it, which decides only how the text looks; null where it says nothing that is known. */
export function readFileRole(metadata: unknown): FileRole | null {
  return OwnMetadata.safeParse(metadata).data?.actbook.role ?? null;
}
