/** A table that a cell displayed, by the id under which the kernel keeps it, and how much of it the notebook has itself. */
import type { KeptTable } from '../../../notebook/output-digest.ts';
import { findLeft } from '../../cell-versions.ts';
import type { Session } from '../../session.ts';

export interface KeptTablePlace extends KeptTable {
  /** What the log has of it: rows from the first one on. Zero where it has none. */
  readonly left: { readonly rows: number; readonly columns: number };
}

/** Null when no output of the notebook has it. */
export function findKeptTable(session: Session, id: string): KeptTablePlace | null {
  for (const cell of session.cells) {
    for (const output of [...cell.outputs, ...findLeft(cell).outputs]) {
      const digest = 'digest' in output ? output.digest : undefined;
      if (digest?.kept?.id !== id) continue;
      const { values = [], names = [] } = digest.data ?? {};
      return { ...digest.kept, left: { rows: values.length, columns: names.length } };
    }
  }
  return null;
}
