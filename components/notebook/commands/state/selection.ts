/** Which cell is selected, and which cells have an open editor. The selected cell's frame or editor has the focus. */
import { createUserPlace } from './user-place.ts';

export interface SelectionState {
  /** Null until a cell was selected. */
  readonly cellId: string | null;
  readonly editing: ReadonlySet<string>;
}

/** A cell that takes longer to appear may be in work that is folded. */
const MAX_DRAWING_MS = 3_000;

/** Before a cell was selected. */
export const NO_SELECTION: SelectionState = { cellId: null, editing: new Set() };

export interface Selection {
  getState(): SelectionState;
  subscribe(listener: () => void): () => void;
  /** Selects a cell; its frame takes the focus, at once or when it appears. */
  select(cellId: string): void;
  /** Selects the visible cell before or after the selected one; false when there is none. */
  move(direction: 'previous' | 'next'): boolean;
  /** The visible cell to go to once this one is gone: the one below it, else the one above it. */
  readHeir(cellId: string): string | null;
  /**
   * Goes to the cell that is the result, or nowhere if that is null or the user has gone elsewhere meanwhile. What
   * `result` rejects with is thrown.
   */
  follow(result: Promise<string | null>, go?: (cellId: string) => void): Promise<void>;
  /** Whether the selection is about to move: keys are for the cell that it goes to, as long as `place` stays the same. */
  readMove(): { readonly isMoving: boolean; readonly place: object };
  /** Opens the cell's editor, which takes the focus, with the cursor at `offset`; default: at the end. */
  edit(cellId: string, offset?: number): void;
  /** Where the cell's editor has its cursor when it opens; null for the end. */
  readOffset(cellId: string): number | null;
  /** Opens editors that were open before a reload. */
  reopen(cellIds: readonly string[]): void;
  /** Keeps what the next question about a cell quotes: part of an output that is not text of the page. */
  quote(text: string): void;
  /** The quotation that was kept, once. */
  takeQuote(): string | null;
  /** Whether the focus belongs to the cell: redrawn parts of it may then take it. */
  ownsFocus(cellId: string): boolean;
  /** Closes the cell's editor; its frame takes the focus when the editor had it. */
  close(cellId: string): void;
  /** Notes that the focus moved into a cell, or elsewhere. */
  noteFocus(cellId: string | null): void;
  /** Notes that a cell's frame was drawn; it takes the focus if it was selected before. */
  noteDrawn(cellId: string): void;
  /** Call after the notebook was drawn: selects the neighbor of a removed cell and restores a lost focus. */
  settle(cellIds: readonly string[]): void;
}

/** Calls `onClose` for each editor that closes, after its text was stored or discarded. */
export function createSelection(onClose: (cellId: string) => void): Selection {
  const listeners = new Set<() => void>();
  let state = NO_SELECTION;
  let shown: readonly string[] = [];
  /** Whether the focus belongs to the selected cell. */
  let hasFocus = false;
  /** A cell that was selected before its frame was drawn. */
  let awaited: string | null = null;
  const place = createUserPlace();
  let movedMs = 0;
  let quoted: string | null = null;
  /** The editor that is about to take the focus. */
  let opening: { cellId: string; offset: number | undefined } | null = null;

  const change = (next: Partial<SelectionState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };

  const selection: Selection = {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    select: (cellId) => {
      hasFocus = true;
      movedMs = performance.now();
      change({ cellId });
      awaited = focusFrame(cellId) ? null : cellId;
    },
    move: (direction) => {
      const target = findNeighbor(state.cellId, direction);
      place.leave();
      if (target) selection.select(target);
      return target !== null;
    },
    readHeir: (cellId) => findNeighbor(cellId, 'next') ?? findNeighbor(cellId, 'previous'),
    follow: (result, go = selection.select) => place.follow(result, go),
    readMove: () => {
      const isDrawing = (awaited ?? opening) !== null && performance.now() < movedMs + MAX_DRAWING_MS;
      return { isMoving: (hasFocus && isDrawing) || place.isFollowing(), place: place.read() };
    },
    readOffset: (cellId) => (opening?.cellId === cellId ? (opening.offset ?? null) : null),
    edit: (cellId, offset) => {
      opening = { cellId, offset };
      hasFocus = true;
      movedMs = performance.now();
      awaited = null;
      change({ cellId, editing: new Set([...state.editing, cellId]) });
    },
    reopen: (cellIds) => change({ editing: new Set([...state.editing, ...cellIds]) }),
    quote: (text) => {
      quoted = text;
    },
    takeQuote: () => {
      const taken = quoted;
      quoted = null;
      return taken;
    },
    ownsFocus: (cellId) => hasFocus && state.cellId === cellId,
    close: (cellId) => {
      onClose(cellId);
      const frame = findFrame(cellId);
      // A field in which code asks for input keeps it.
      const editor = frame?.querySelector('[data-cell-editor]');
      const isInside = editor?.contains(document.activeElement) ?? false;
      change({ editing: new Set([...state.editing].filter((id) => id !== cellId)) });
      if (isInside) selection.select(cellId);
    },
    noteFocus: (cellId) => {
      hasFocus = cellId !== null;
      opening = null;
      if (cellId === null) return;
      awaited = null;
      if (cellId === state.cellId) return;
      place.leave();
      change({ cellId });
    },
    noteDrawn: (cellId) => {
      if (cellId !== awaited || !hasFocus) return;
      awaited = null;
      focusFrame(cellId);
    },
    settle: (cellIds) => {
      const { cellId } = state;
      if (cellId !== null && shown.includes(cellId) && !cellIds.includes(cellId)) {
        const place = shown.indexOf(cellId);
        const heir = shown.slice(place).find((id) => cellIds.includes(id)) ?? cellIds.at(-1) ?? null;
        change({ cellId: heir });
      }
      shown = cellIds;
      const isLost = document.activeElement === document.body || document.activeElement === null;
      if (hasFocus && isLost && state.cellId !== null) focusFrame(state.cellId);
    },
  };
  return selection;
}

function findFrame(cellId: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-cell-id="${CSS.escape(cellId)}"]`);
}

/** Returns false when the frame is not on the page, or so new that it cannot take the focus yet. */
function focusFrame(cellId: string): boolean {
  const frame = findFrame(cellId);
  frame?.focus({ preventScroll: true });
  frame?.scrollIntoView({ block: 'nearest' });
  return frame !== null && frame === document.activeElement;
}

/** Uses the drawn frames, so that folded cells are skipped. */
function findNeighbor(cellId: string | null, direction: 'previous' | 'next'): string | null {
  const frames = [...document.querySelectorAll<HTMLElement>('[data-cell-id]')];
  const place = frames.findIndex(({ dataset }) => dataset.cellId === cellId);
  const ahead =
    direction === 'next' ? frames.slice(place + 1) : frames.slice(0, Math.max(0, place)).reverse();
  return ahead.find((frame) => frame.checkVisibility())?.dataset.cellId ?? null;
}
