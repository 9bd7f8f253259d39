/** The cell that was cut or copied last, for all notebooks of the tab; without storage, for this one. */
import type { Cell } from '../../../../lib/session/session.ts';
import { keepInTab, readFromTab } from '../../../ui/tab-storage.ts';

const KEY = 'actbook-cell';

type CopiedCell = Pick<Cell, 'type' | 'source' | 'language'>;

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
    write: ({ type, source, language }) => {
      copied = { type, source, language };
      keepInTab(KEY, JSON.stringify(copied));
    },
  };
}

function readStored(): CopiedCell | null {
  try {
    const { type, source, language } = JSON.parse(readFromTab(KEY) ?? '{}');
    const isCell = (type === 'code' || type === 'markdown') && typeof source === 'string';
    return isCell ? { type, source, language } : null;
  } catch {
    return null;
  }
}
