/** What a session keeps of the notebook file that it began as. */
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
type FileRole = (typeof FILE_ROLES)[number];
const FILE_ROLES = ['task', 'thought', 'answer'] as const;

/**
 * As the file claims it, which decides only how the text looks; null where it says nothing that is known, and for a draft, which
 * did not come to its role. Read by hand: the page folds events, and would have to load schemas for this.
 */
export function readFileRole(metadata: unknown): FileRole | null {
  const own = readEntry(metadata, 'actbook');
  if (readEntry(own, 'draft') !== undefined) return null;
  const role = readEntry(own, 'role');
  return FILE_ROLES.find((known) => known === role) ?? null;
}

function readEntry(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return new Map(Object.entries(value)).get(key);
}
