import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Session } from '../../../lib/session/session.ts';
import type { CellSection, RunSection } from '../../../lib/session/view/group-cells.ts';
import { fetchDrawings } from '../../render/output/fetch-drawings.ts';
import { findOpeningCell } from './find-opening-cell.ts';
import { MAX_DRAWN_ROWS } from './row-watch.ts';

type Section = RunSection | CellSection;

/** Enough to fill any screen, so that the first frame has a scroll bar. */
const FIRST_SECTIONS = 30;

/**
 * Which sections of a notebook are laid out while it opens, and where the page scrolls to. A large one begins with
 * those from where it opens; the others follow once those are on the screen.
 */
export function useOpening(
  session: Session,
  sections: readonly Section[],
): { shown: readonly Section[]; isWhole: boolean } {
  const [isWhole, setWhole] = useState(() => {
    fetchDrawings(session.cells.flatMap(({ outputs }) => outputs));
    return session.cells.length <= MAX_DRAWN_ROWS;
  });
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

/** Scrolls to the cell when the notebook is first drawn, and again when more is drawn above it. */
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
