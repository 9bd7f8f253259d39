'use client';

import { createContext, useContext, useSyncExternalStore } from 'react';
import type { CellLines } from './cell-lines.ts';

export interface CellLinesValue {
  lines: CellLines;
  /** Goes to a cell's line and marks it; false when that cell is gone. `from` is the cell whose output names it. */
  show: (from: string | null, target: { executionCount: number; line: number }) => boolean;
}

/** Lets outputs point at lines of cells. Null where a notebook is only read. */
export const CellLinesContext = createContext<CellLinesValue | null>(null);

/** Null where a notebook is only read: its outputs lead nowhere. */
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
