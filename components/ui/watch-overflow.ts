/**
 * Keeps what scrolling boxes show of themselves: whether the keyboard can reach them, and which edges fade. One observer for
 * all of them, which reads every box before it changes one: a box that is read after another was changed costs a layout.
 */

interface Watched {
  box: HTMLElement;
  /** Whether the end is kept in sight while the content grows. */
  isFollowing: boolean;
  /** Null before it was first measured. */
  isAtEnd: boolean | null;
}

interface Measured {
  watched: Watched;
  isScrollable: boolean;
  more: string;
  /** Where to scroll to, to see the end again; null for nowhere. */
  endPx: number | null;
}

/** One for each page. */
const observers = new WeakMap<Document, ResizeObserver>();
const watchedOf = new WeakMap<Element, Watched>();

/** Follows the sizes of the box and of its first element, and the user's scrolling. Call what it returns to end that. */
export function watchOverflow(box: HTMLElement, isFollowing: boolean): () => void {
  const watched: Watched = { box, isFollowing, isAtEnd: null };
  const elements = [box, box.firstElementChild].filter((element) => element !== null);
  const observer = observers.get(document) ?? new ResizeObserver(update);
  observers.set(document, observer);
  for (const element of elements) {
    watchedOf.set(element, watched);
    observer.observe(element);
  }
  const scroll = () => {
    watched.isAtEnd = isAtBottom(box);
    write(measure(watched));
  };
  box.addEventListener('scroll', scroll, { passive: true });
  return () => {
    for (const element of elements) observer.unobserve(element);
    box.removeEventListener('scroll', scroll);
  };
}

function update(entries: readonly ResizeObserverEntry[]): void {
  const changed = new Set(entries.map(({ target }) => watchedOf.get(target)));
  const measured = [...changed].flatMap((watched) => (watched ? [measure(watched)] : []));
  for (const each of measured) write(each);
}

function isAtBottom({ scrollTop, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollTop + clientHeight >= scrollHeight - 1;
}

function measure(watched: Watched): Measured {
  const { box, isFollowing } = watched;
  const { scrollLeft, scrollWidth, clientWidth, scrollHeight, clientHeight } = box;
  const isBelow = !isAtBottom(box);
  // Follows the end of growing output until the user scrolls up.
  watched.isAtEnd ??= !isBelow;
  const isFollowed = isFollowing && watched.isAtEnd && isBelow;
  const start = scrollLeft > 0 ? 'start' : '';
  // On zoomed pages, scroll positions are fractions of a pixel.
  const end = scrollLeft + clientWidth < scrollWidth - 1 ? 'end' : '';
  const below = isBelow && !isFollowed ? 'below' : '';
  return {
    watched,
    isScrollable: scrollWidth > clientWidth || scrollHeight > clientHeight,
    more: `${start} ${end} ${below}`.trim(),
    endPx: isFollowed ? scrollHeight : null,
  };
}

/** Touches nothing that is as it should be. */
function write({ watched: { box }, isScrollable, more, endPx }: Measured): void {
  if (isScrollable !== box.hasAttribute('tabindex')) {
    if (isScrollable) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  }
  if (more !== (box.dataset.more ?? '')) box.dataset.more = more;
  if (endPx !== null) box.scrollTop = endPx;
}
