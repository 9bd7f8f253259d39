/**
 * Which cells of a large notebook are drawn: those near the view, those seen recently, and those with state that
 * redrawing would lose. The others keep their place by their height.
 */
import { flushSync } from 'react-dom';

/** The height in pixels of a row that need no longer be drawn; null for a row that is near and must be drawn. */
type TellRow = (farHeightPx: number | null) => void;

export interface RowWatch {
  /** Returns the function that ends it. */
  watch(row: HTMLElement, tell: TellRow): () => void;
}

/** Marks a row whose cell is drawn. */
const DRAWN = 'data-drawn';

/** Notebooks with at most this many cells are drawn whole. */
export const MAX_DRAWN_ROWS = 100;

/** How far from the view cells are drawn, in heights of the view: with two, pages turned as fast as frames come are not blank. */
const NEAR = '200% 0%';
/** How many far rows of a large notebook stay drawn, so that scrolling back and forth is fast. */
const MAX_FAR_ROWS = 40;
/** Frames have state, and so does what the user is writing, has opened, or has selected. */
const HOLDS_STATE = 'iframe, textarea, [contenteditable="true"], details[open], [data-keep], :focus';

export function createRowWatch(): RowWatch {
  const tellers = new Map<Element, TellRow>();
  /** Drawn but no longer near; the first has been far the longest. */
  const farRows = new Set<Element>();

  let observer: IntersectionObserver | null = null;

  function dropOldest(): void {
    for (const row of farRows) {
      if (farRows.size <= MAX_FAR_ROWS) return;
      if (row.querySelector(HOLDS_STATE) || holdsSelection(row)) continue;
      farRows.delete(row);
      tellers.get(row)?.(row.getBoundingClientRect().height);
    }
  }

  function tellRows(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) {
        farRows.delete(target);
        tellers.get(target)?.(null);
      } else if (target.hasAttribute(DRAWN)) farRows.add(target);
    }
    if (tellers.size > MAX_DRAWN_ROWS) dropOldest();
  }

  function createObserver(): IntersectionObserver {
    return new IntersectionObserver(
      // At once: if drawn later, they might miss the next frame, which would be blank.
      (entries) => flushSync(() => tellRows(entries)),
      { rootMargin: NEAR },
    );
  }

  return {
    watch: (row, tell) => {
      tellers.set(row, tell);
      // Created in the browser only: the server draws the page too.
      observer ??= createObserver();
      observer.observe(row);
      return () => {
        observer?.unobserve(row);
        tellers.delete(row);
        farRows.delete(row);
      };
    },
  };
}

function holdsSelection(row: Element): boolean {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(row, true);
}
