const GAP_PX = 8;
/** What of a cell must be above the dock for it to be in view. */
const HEAD_PX = 48;

/**
 * Keeps what has the focus in the notebook above the dock: the field for a new cell as it grows, and any cell or field when
 * what is above it grows, such as the output of the cell that was just run. A user who has scrolled away from it stays where
 * they are. Returns a function that ends it.
 */
export function keepClearOfDock(notebook: HTMLElement): () => void {
  let last = readPlace(notebook);
  const note = () => {
    last = readPlace(notebook);
  };
  const observer = new ResizeObserver(() => {
    const now = readPlace(notebook);
    const isSame = now && last?.isInView && last.element === now.element;
    if (isSame && (now.isField || now.pageTop > (last?.pageTop ?? 0))) clearDock(now.element);
    note();
  });
  observer.observe(notebook);
  document.addEventListener('focusin', note);
  document.addEventListener('scroll', note, { passive: true });
  return () => {
    observer.disconnect();
    document.removeEventListener('focusin', note);
    document.removeEventListener('scroll', note);
  };
}

interface Place {
  readonly element: HTMLElement;
  /** Whether it is the field for a new cell. */
  readonly isField: boolean;
  /** From the start of the page. */
  readonly pageTop: number;
  readonly isInView: boolean;
}

/** The cell, or the field for a new one, that has the focus. */
function readPlace(notebook: HTMLElement): Place | null {
  const element = document.activeElement?.closest<HTMLElement>('[data-cell-id], [data-new-cell]');
  if (!element || !notebook.contains(element)) return null;
  const { top, bottom } = element.getBoundingClientRect();
  return {
    element,
    isField: element.hasAttribute('data-new-cell'),
    pageTop: top + scrollY,
    isInView: bottom > readHeaderHeight() && top + Math.min(bottom - top, HEAD_PX) <= readDockTop(),
  };
}

function clearDock(element: HTMLElement): void {
  const covered = element.getBoundingClientRect().bottom + GAP_PX - readDockTop();
  // If the text is taller than the space, the line being written stays in view.
  const top = Math.min(covered, findCursorTop(element) - readHeaderHeight());
  if (top > 0) scrollBy({ top });
}

function readDockTop(): number {
  return document.querySelector('[data-dock]')?.getBoundingClientRect().top ?? innerHeight;
}

function findCursorTop(element: HTMLElement): number {
  const node = getSelection()?.focusNode ?? null;
  const line = node instanceof Element ? node : node?.parentElement?.closest('div');
  return (line && element.contains(line) ? line : element).getBoundingClientRect().top;
}

function readHeaderHeight(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
}
