'use client';

import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Session } from '../../lib/session/session.ts';
import { useCommands } from '../commands/commands-context.ts';
import { type CellLines, createCellLines } from './cell-lines.ts';
import { findLine } from './find-line.ts';

interface Context {
  lines: CellLines;
  /** Goes to a cell's line and marks it; false when there is no such cell any more. `from` is the cell that names it. */
  show: (from: string | null, target: { executionCount: number; line: number }) => boolean;
}

const CellLinesContext = createContext<Context | null>(null);

/** Lets outputs point at lines of cells. */
export function CellLinesProvider({ session, children }: { session: Session; children: ReactNode }) {
  const { selection } = useCommands();
  const sessionRef = useRef(session);
  useEffect(() => {
    sessionRef.current = session;
  }, [session]);
  const [context] = useState((): Context => {
    const lines = createCellLines();
    return {
      lines,
      show: (from, target) => {
        const mark = findLine(sessionRef.current, from, target);
        if (!mark) return false;
        selection.select(mark.cellId);
        // A cell far from the view has no frame yet, only its place.
        document.getElementById(mark.cellId)?.scrollIntoView({ block: 'nearest' });
        lines.mark(mark);
        return true;
      },
    };
  });
  return <CellLinesContext value={context}>{children}</CellLinesContext>;
}

/** Null where a notebook is only read: its outputs lead nowhere. */
export function useShowLine(): Context['show'] | null {
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
