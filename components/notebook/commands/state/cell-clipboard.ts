/** The cell that was cut or copied last, for all notebooks of the tab. Storage may be full or forbidden. */
import type { Cell } from '../../../../lib/session/session.ts';

const KEY = 'actbook-cell';

type CopiedCell = Pick<Cell, 'type' | 'source'>;

export interface CellClipboard {
  /** Null before the first. */
  read(): CopiedCell | null;
  write(cell: CopiedCell): void;
}

export function createCellClipboard(): CellClipboard {
  let copied: CopiedCell | null = null;
  return {
    read: () => {
      copied ??= readStored();
      return copied;
    },
    write: ({ type, source }) => {
      copied = { type, source };
      try {
        sessionStorage.setItem(KEY, JSON.stringify(copied));
      } catch {
        // Without storage, it works within this notebook only.
      }
    },
  };
}

function readStored(): CopiedCell | null {
  try {
    const { type, source } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    const isCell = (type === 'code' || type === 'markdown') && typeof source === 'string';
    return isCell ? { type, source } : null;
  } catch {
    return null;
  }
}
