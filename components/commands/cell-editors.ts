/** The editors that are open in cells, by the id of their cell. */

export interface CellEditorHandle {
  readText(): string;
  /** Where the cursor stands, in UTF-16 code units. */
  readCursor(): number;
  focus(): void;
}

export interface CellEditors {
  /** Returns the remover. */
  add(cellId: string, editor: CellEditorHandle): () => void;
  /** The cell's editor, or null when it is not open. */
  find(cellId: string): CellEditorHandle | null;
}

export function createCellEditors(): CellEditors {
  const editors = new Map<string, CellEditorHandle>();
  return {
    add: (cellId, editor) => {
      editors.set(cellId, editor);
      return () => {
        if (editors.get(cellId) === editor) editors.delete(cellId);
      };
    },
    find: (cellId) => editors.get(cellId) ?? null,
  };
}
