import { type RefObject, useEffect } from 'react';

const GAP_PX = 8;

/** While the focus is in the element, keeps its end above the dock as it grows. */
export function useClearOfDock(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (element.contains(document.activeElement)) clearDock(element);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
}

function clearDock(element: HTMLElement): void {
  const dock = document.querySelector('[data-dock]');
  if (!dock) return;
  const covered = element.getBoundingClientRect().bottom + GAP_PX - dock.getBoundingClientRect().top;
  // If the text is taller than the space, the line being written stays in view.
  const top = Math.min(covered, findCursorTop(element) - readHeaderHeight());
  if (top > 0) scrollBy({ top });
}

function findCursorTop(element: HTMLElement): number {
  const node = getSelection()?.focusNode ?? null;
  const line = node instanceof Element ? node : node?.parentElement?.closest('div');
  return (line && element.contains(line) ? line : element).getBoundingClientRect().top;
}

function readHeaderHeight(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
}
