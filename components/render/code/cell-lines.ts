/** Which line of which cell is marked, such as the source of an error. */

export interface MarkedLine {
  readonly cellId: string;
  /** From 1. */
  readonly line: number;
}

export interface CellLines {
  getMark(): MarkedLine | null;
  subscribe(listener: () => void): () => void;
  mark(mark: MarkedLine): void;
}

/** The mark disappears when the focus leaves its cell. */
export function createCellLines(): CellLines {
  const listeners = new Set<() => void>();
  let current: MarkedLine | null = null;

  const change = (next: MarkedLine | null) => {
    current = next;
    for (const listener of listeners) listener();
  };
  const noteFocus = ({ target }: FocusEvent) => {
    const frame = target instanceof Element ? target.closest<HTMLElement>('[data-cell-id]') : null;
    if (frame?.dataset.cellId === current?.cellId) return;
    document.removeEventListener('focusin', noteFocus);
    change(null);
  };
  return {
    getMark: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    mark: (mark) => {
      change(mark);
      document.addEventListener('focusin', noteFocus);
    },
  };
}
