/** The cell that was cut or copied last, for all notebooks of the tab; without storage, for this one. */
import type { Cell } from '../../../../lib/session/session.ts';
import { keepInTab, readFromTab } from '../../../ui/tab-storage.ts';

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
      keepInTab(KEY, JSON.stringify(copied));
    },
  };
}

function readStored(): CopiedCell | null {
  try {
    const { type, source } = JSON.parse(readFromTab(KEY) ?? '{}');
    const isCell = (type === 'code' || type === 'markdown') && typeof source === 'string';
    return isCell ? { type, source } : null;
  } catch {
    return null;
  }
}
