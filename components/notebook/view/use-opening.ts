import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Cell, Session } from '../../../lib/session/session.ts';
import type { CellSection, RunSection } from '../../../lib/session/view/layout/group-cells.ts';
import { fetchDrawings } from '../../render/output/mime-output.tsx';
import { keepInTab, readFromTab } from '../../ui/tab-storage.ts';
import { MAX_DRAWN_ROWS } from './row-watch.ts';

type Section = RunSection | CellSection;

/** Enough to fill any screen, so that the first frame has a scroll bar. */
const FIRST_SECTIONS = 30;
/** How many follow in each frame: all at once would keep the page from answering for as long as they take. */
const NEXT_SECTIONS = 50;

/**
 * Which sections of a notebook are laid out while it opens, and where the page scrolls to. A large one begins with
 * those from where it opens; once those are on the screen the others follow in parts, first those below.
 */
export function useOpening(
  session: Session,
  sections: readonly Section[],
): { shown: readonly Section[]; isWhole: boolean } {
  const [count, setCount] = useState(() => {
    fetchDrawings(session.cells.flatMap(({ outputs }) => outputs));
    return session.cells.length <= MAX_DRAWN_ROWS ? Infinity : FIRST_SECTIONS;
  });
  const isWhole = count === Infinity;
  const left = sections.length - count;
  useEffect(() => {
    if (isWhole) return;
    const next = left > NEXT_SECTIONS ? count + NEXT_SECTIONS : Infinity;
    const frame = requestAnimationFrame(() => startTransition(() => setCount(next)));
    return () => cancelAnimationFrame(frame);
  }, [isWhole, count, left]);
  const [kept] = useState(() => {
    const place = takeReadingPlace(session.id);
    // A cell in folded work is drawn once that is unfolded.
    return place && session.cells.some(({ id }) => id === place.cellId) ? place : null;
  });
  useEffect(() => keepReadingPlace(session.id), [session.id]);
  const openingCell = kept ? session.cells.find(({ id }) => id === kept.cellId) : findOpeningCell(session);
  const target = kept?.cellId ?? (session.runs.length < 2 ? null : (openingCell?.id ?? null));
  useStandAt(target, kept?.topPx ?? null, count);
  if (isWhole) return { shown: sections, isWhole };
  const found = sections.findIndex((section) =>
    section.kind === 'run' ? section.run.id === openingCell?.runId : section.cell === openingCell,
  );
  const start = Math.max(0, Math.min(found, left));
  return { shown: sections.slice(start, start + count), isWhole };
}

/** Late parts of a page that opens are there by then, or are not waited for. */
const MAX_LATE_MS = 3_000;

/**
 * Scrolls to the cell when the notebook is first drawn, and again when more is drawn above it, unless the user has scrolled.
 * `topPx`: where in the window the cell begins; null for below the header.
 */
function useStandAt(cellId: string | null, topPx: number | null, count: number): void {
  const [target] = useState(cellId);
  const drawnRef = useRef<number | null>(null);
  const topRef = useRef(0);
  useLayoutEffect(() => {
    if (target === null || drawnRef.current === count) return;
    const isFirst = drawnRef.current === null;
    drawnRef.current = count;
    if (!isFirst && topRef.current !== scrollY) return;
    const cell = document.getElementById(target);
    if (topPx === null) cell?.scrollIntoView();
    else if (cell) scrollBy({ top: cell.getBoundingClientRect().top - topPx, behavior: 'instant' });
    topRef.current = scrollY;
  }, [target, topPx, count]);
  useEffect(() => {
    if (target === null || topPx === null) return;
    const observer = new ResizeObserver(() => {
      if (topRef.current !== scrollY) return observer.disconnect();
      const cell = document.getElementById(target);
      if (cell) scrollBy({ top: cell.getBoundingClientRect().top - topPx, behavior: 'instant' });
      topRef.current = scrollY;
    });
    observer.observe(document.body);
    const timer = setTimeout(() => observer.disconnect(), MAX_LATE_MS);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [target, topPx]);
}

/** Where a notebook opens: with several runs, at the last one's task; otherwise at its start. */
export function findOpeningCell({ runs, cells }: Session): Cell | undefined {
  return runs.length < 2 ? cells[0] : cells.findLast(({ role }) => role === 'task');
}

/** Where the user was reading in a notebook, kept for a reload of this tab. */
interface ReadingPlace {
  readonly cellId: string;
  /** How far below the top of the window the cell began, CSS pixels. */
  readonly topPx: number;
}

/** Keeps the place from now on; returns a function that ends it. */
function keepReadingPlace(sessionId: string): () => void {
  const keep = () => {
    const place = findReadingPlace();
    keepInTab(toKey(sessionId), place && `${place.topPx} ${place.cellId}`);
  };
  addEventListener('pagehide', keep);
  return () => removeEventListener('pagehide', keep);
}

/** The place before the page was loaded again, or was gone back to; once. Null where the address names another one. */
function takeReadingPlace(sessionId: string): ReadingPlace | null {
  const kept = readFromTab(toKey(sessionId));
  keepInTab(toKey(sessionId), null);
  const [topPx = '', cellId] = kept?.split(' ') ?? [];
  return cellId === undefined || location.hash !== '' ? null : { cellId, topPx: Number.parseFloat(topPx) };
}

/** The first cell in view; null at the start of the page, where a notebook opens by itself. */
function findReadingPlace(): ReadingPlace | null {
  if (scrollY === 0) return null;
  const headerPx = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  for (const cell of document.querySelectorAll<HTMLElement>('[data-cell-id]')) {
    const { top, bottom } = cell.getBoundingClientRect();
    if (bottom > headerPx && cell.dataset.cellId !== undefined)
      return { cellId: cell.dataset.cellId, topPx: top };
  }
  return null;
}

const toKey = (sessionId: string): string => `actbook-reading ${sessionId}`;
