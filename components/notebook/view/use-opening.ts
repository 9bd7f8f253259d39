import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Session } from '../../../lib/session/session.ts';
import type { CellSection, RunSection } from '../../../lib/session/view/group-cells.ts';
import { findOpeningCell } from './find-opening-cell.ts';
import { MAX_DRAWN_ROWS } from './row-watch.ts';

type Section = RunSection | CellSection;

/** More than fill any screen, so that the scroll bar is there from the first frame. */
const FIRST_SECTIONS = 30;

/**
 * What of a notebook is laid out while it opens, and where the page stands then. A large one begins with the sections
 * from where it opens on; the others get their places once those are on the screen.
 */
export function useOpening(
  session: Session,
  sections: readonly Section[],
): { shown: readonly Section[]; isWhole: boolean } {
  const [isWhole, setWhole] = useState(session.cells.length <= MAX_DRAWN_ROWS);
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setWhole(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  const openingCell = findOpeningCell(session);
  useStandAt(session.runs.length < 2 ? null : (openingCell?.id ?? null), isWhole);
  if (isWhole) return { shown: sections, isWhole };
  const found = sections.findIndex(
    (section) => (section.kind === 'run' ? section.task : section.cell) === openingCell,
  );
  const start = Math.max(0, found);
  return { shown: sections.slice(start, start + FIRST_SECTIONS), isWhole };
}

/** Has the cell in view when the notebook is first drawn, and still when more is drawn above it. */
function useStandAt(cellId: string | null, isWhole: boolean): void {
  const [target] = useState(cellId);
  const topRef = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (target === null) return;
    const hasScrolled = topRef.current !== null && topRef.current !== scrollY;
    if (isWhole && hasScrolled) return;
    document.getElementById(target)?.scrollIntoView();
    topRef.current = scrollY;
  }, [target, isWhole]);
}
