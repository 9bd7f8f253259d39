/** The editors that are open in cells, by the id of their cell. */
import type { Draft, Drafts } from './drafts.ts';

/** A field for code. */
export interface CodeFieldHandle {
  readText(): string;
  /** The cursor's position, in UTF-16 code units. */
  readCursor(): number;
  focus(): void;
}

interface CellEditorHandle extends CodeFieldHandle {
  /** The version of the cell when its text was begun. */
  readVersion(): number;
  /** The user has seen this version, and continues with the text that is here. */
  setVersion(version: number): void;
}

export interface CellEditors {
  /** Returns the remover. */
  add(cellId: string, editor: CellEditorHandle): () => void;
  /** The cell's editor, or null when it is not open. */
  find(cellId: string): CellEditorHandle | null;
  /** What is in the cell's editor, also while it is too far from the view to be drawn; null when there is none. */
  read(cellId: string): Draft | null;
  /** As {@link CellEditorHandle.setVersion}, also while the editor is not drawn. */
  setVersion(cellId: string, version: number): void;
  /** Keeps what was stored of the text while the editor stays open. */
  noteStored(cellId: string, stored: StoredText): void;
  /** The last text that was stored since the version that the user has seen; null without one. */
  readStored(cellId: string): StoredText | null;
  /** To be called when the editor was closed. */
  forgetStored(cellId: string): void;
}

interface StoredText {
  readonly text: string;
  /** Of the cell with it. */
  readonly version: number;
}

export function createCellEditors(drafts: Drafts): CellEditors {
  const editors = new Map<string, CellEditorHandle>();
  const stored = new Map<string, StoredText>();
  const setVersion = (cellId: string, version: number) => {
    editors.get(cellId)?.setVersion(version);
    const draft = drafts.read(cellId);
    if (draft) drafts.write(cellId, { ...draft, version });
  };
  return {
    add: (cellId, editor) => {
      editors.set(cellId, editor);
      return () => {
        if (editors.get(cellId) === editor) editors.delete(cellId);
      };
    },
    find: (cellId) => editors.get(cellId) ?? null,
    read: (cellId) => {
      const editor = editors.get(cellId);
      return editor ? { text: editor.readText(), version: editor.readVersion() } : drafts.read(cellId);
    },
    setVersion: (cellId, version) => {
      stored.delete(cellId);
      setVersion(cellId, version);
    },
    noteStored: (cellId, text) => {
      stored.set(cellId, text);
      setVersion(cellId, text.version);
    },
    readStored: (cellId) => stored.get(cellId) ?? null,
    forgetStored: (cellId) => void stored.delete(cellId),
  };
}
