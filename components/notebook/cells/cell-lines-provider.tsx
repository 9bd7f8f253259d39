'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Session } from '../../../lib/session/session.ts';
import { createCellLines } from '../../render/code/cell-lines.ts';
import { CellLinesContext, type CellLinesValue } from '../../render/code/cell-lines-context.tsx';
import { useCommands } from '../commands/commands-context.ts';
import { findLine } from './find-line.ts';

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
