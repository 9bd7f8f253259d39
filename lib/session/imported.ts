/** What a session keeps of the notebook file that it began as. */
import type { MimeBundle } from '../notebook/output.ts';
import type { NotebookImport, UnknownCell } from '../protocol/sessions/notebook-import.ts';
import type { FileRole } from './file-role.ts';

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
