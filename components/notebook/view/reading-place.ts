/** Where the user was reading in a notebook, kept for a reload of this tab. */

interface ReadingPlace {
  readonly cellId: string;
  /** How far below the top of the window the cell began, CSS pixels. */
  readonly topPx: number;
}

const PREFIX = 'actbook-reading';

/** Keeps the place from now on; returns a function that ends it. */
export function keepReadingPlace(sessionId: string): () => void {
  const keep = () => {
    const place = findReadingPlace();
    try {
      if (place) sessionStorage.setItem(toKey(sessionId), `${place.topPx} ${place.cellId}`);
      else sessionStorage.removeItem(toKey(sessionId));
    } catch {
      // Full or forbidden: the notebook opens as it does for a new reader.
    }
  };
  addEventListener('pagehide', keep);
  return () => removeEventListener('pagehide', keep);
}

/** The place before the page was loaded again, or was gone back to; once. Null where the address names another one. */
export function takeReadingPlace(sessionId: string): ReadingPlace | null {
  try {
    const kept = sessionStorage.getItem(toKey(sessionId));
    sessionStorage.removeItem(toKey(sessionId));
    const [topPx = '', cellId] = kept?.split(' ') ?? [];
    return cellId === undefined || location.hash !== '' ? null : { cellId, topPx: Number.parseFloat(topPx) };
  } catch {
    return null;
  }
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

const toKey = (sessionId: string): string => `${PREFIX} ${sessionId}`;
