/** The editors that are open in cells, by the id of their cell. */
import type { Drafts } from './drafts.ts';

export interface CellEditorHandle {
  readText(): string;
  /** The cursor's position, in UTF-16 code units. */
  readCursor(): number;
  focus(): void;
}

export interface CellEditors {
  /** Returns the remover. */
  add(cellId: string, editor: CellEditorHandle): () => void;
  /** The cell's editor, or null when it is not open. */
  find(cellId: string): CellEditorHandle | null;
  /** The text in the cell's editor, also while it is too far from the view to be drawn; null when there is none. */
  readText(cellId: string): string | null;
}

export function createCellEditors(drafts: Drafts): CellEditors {
  const editors = new Map<string, CellEditorHandle>();
  return {
    add: (cellId, editor) => {
      editors.set(cellId, editor);
      return () => {
        if (editors.get(cellId) === editor) editors.delete(cellId);
      };
    },
    find: (cellId) => editors.get(cellId) ?? null,
    readText: (cellId) => editors.get(cellId)?.readText() ?? drafts.read(cellId),
  };
}
