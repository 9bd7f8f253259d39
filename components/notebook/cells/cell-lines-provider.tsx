'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Cell, Session } from '../../../lib/session/session.ts';
import {
  CellLinesContext,
  type CellLinesValue,
  createCellLines,
  type MarkedLine,
} from '../../render/code/cell-lines-context.tsx';
import { useCommands } from '../commands/commands-context.ts';

/** Makes links from outputs to lines of cells work: follows the link, selects the cell and marks the line. */
export function CellLinesProvider({ session, children }: { session: Session; children: ReactNode }) {
  const { selection } = useCommands();
  const sessionRef = useRef(session);
  useEffect(() => {
    sessionRef.current = session;
  }, [session]);
  const [context] = useState((): CellLinesValue => {
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

/**
 * The cell that ran under a number, as a traceback names it. Numbers start over with each kernel process: one of the
 * process that ran `from`, the cell with the traceback, is meant; of several the one run last. Null when it has run
 * again since, or is gone.
 */
export function findLine(
  session: Pick<Session, 'cells'>,
  from: string | null,
  { executionCount, line }: { executionCount: number; line: number },
): MarkedLine | null {
  const kernelId = session.cells.find(({ id }) => id === from)?.kernelId;
  const candidates = session.cells.filter(
    (cell) =>
      cell.type === 'code' &&
      cell.executionCount === executionCount &&
      (kernelId === undefined || cell.kernelId === kernelId),
  );
  const found = candidates.toSorted((a, b) => (a.ranOrder ?? 0) - (b.ranOrder ?? 0)).at(-1);
  return found && hasLine(found, line) ? { cellId: found.id, line } : null;
}

function hasLine({ source }: Cell, line: number): boolean {
  return line >= 1 && line <= source.split('\n').length;
}
