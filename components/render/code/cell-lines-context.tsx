'use client';

import { createContext, useContext, useSyncExternalStore } from 'react';
import type { CellLines } from './cell-lines.ts';

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
