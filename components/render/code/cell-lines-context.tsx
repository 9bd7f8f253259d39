'use client';

import { createContext, useContext, useSyncExternalStore } from 'react';

export interface CellLinesValue {
  lines: CellLines;
  /** Goes to a cell's line and marks it; returns false when that cell is gone. `from` is the cell whose output names it. */
  show: (from: string | null, target: { executionCount: number; line: number }) => boolean;
}

/** Lets outputs link to lines of cells. Null in a read-only notebook. */
export const CellLinesContext = createContext<CellLinesValue | null>(null);

/** Null in a read-only notebook, whose outputs have no links. */
export function useShowLine(): CellLinesValue['show'] | null {
  return useContext(CellLinesContext)?.show ?? null;
}

const NOTHING = { subscribe: () => () => undefined, getMark: () => null };

/** The marked line of this cell, from 1; null when none is. */
export function useMarkedLine(cellId: string): number | null {
  const { subscribe, getMark } = useContext(CellLinesContext)?.lines ?? NOTHING;
  const read = () => {
    const mark = getMark();
    return mark?.cellId === cellId ? mark.line : null;
  };
  return useSyncExternalStore(subscribe, read, () => null);
}

/** Which line of which cell is marked, such as the source of an error. */
export interface MarkedLine {
  readonly cellId: string;
  /** From 1. */
  readonly line: number;
}

interface CellLines {
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
