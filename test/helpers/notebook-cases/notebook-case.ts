/** One notebook with one behavior, executed by us and by nbclient. */
export interface NotebookCase {
  name: string;
  /** Sources of code cells, or cells in full. */
  cells: (string | CaseCell)[];
  allowErrors?: boolean;
  /** Needs a kernel of its own: it ends it, or leaves more behind than names. */
  ownKernel?: boolean;
  /** Where we mean to differ: what our cells hold instead of nbclient's, by index, and why. */
  difference?: { reason: string; outputs: Record<number, unknown[]> };
}

export interface CaseCell {
  cell_type: 'code' | 'markdown' | 'raw';
  source: string | string[];
  metadata?: Record<string, unknown>;
  outputs?: unknown[];
  execution_count?: number | null;
}

/** A code cell with tags. */
export function tagged(source: string, ...tags: string[]): CaseCell {
  return { cell_type: 'code', source, metadata: { tags } };
}

export function stdout(text: string) {
  return { output_type: 'stream', name: 'stdout', text };
}
