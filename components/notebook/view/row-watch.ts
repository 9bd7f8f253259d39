/**
 * Which cells of a large notebook are drawn: those near the view, those seen not long ago, and those that hold what
 * drawing again would lose. The others keep their place by their height.
 */
import { flushSync } from 'react-dom';

/** Pixels: how high a row was drawn that need not be drawn any more. Null: it is near and must be drawn. */
export type TellRow = (farHeightPx: number | null) => void;

export interface RowWatch {
  /** Returns the function that ends it. */
  watch(row: HTMLElement, tell: TellRow): () => void;
}

/** Marks a row whose cell is drawn. */
export const DRAWN = 'data-drawn';

/** Notebooks of no more cells are drawn whole. */
export const MAX_DRAWN_ROWS = 100;

/** How far from the view cells are drawn, in heights of the view: with two, pages turned as fast as frames come are not blank. */
const NEAR = '200% 0%';
/** How many far rows of a large notebook stay drawn, so that going back and forth costs nothing. */
const MAX_FAR_ROWS = 40;
/** A frame has state, and so has what a person writes, opened or selected. */
const HOLDS_STATE = 'iframe, textarea, [contenteditable="true"], details[open], [data-keep], :focus';

export function createRowWatch(): RowWatch {
  const tellers = new Map<Element, TellRow>();
  /** Drawn, and not near any more; the first longest. */
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
      // Drawn later than now, they might miss the next frame, which would show a blank.
      (entries) => flushSync(() => tellRows(entries)),
      { rootMargin: NEAR },
    );
  }

  return {
    watch: (row, tell) => {
      tellers.set(row, tell);
      // Made when there is a browser: the page is drawn on the server too.
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
