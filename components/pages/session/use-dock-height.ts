'use client';

import { type RefObject, useEffect, useRef } from 'react';

const GAP_PX = 8;

/** What takes the focus is not left behind the dock, which stays at the end of the window. */
export function useDockHeight(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const dock = ref.current;
    if (!dock) return;
    const { style } = document.documentElement;
    // Not a custom property: the whole page would inherit it, and be styled again whenever it changes.
    const observer = new ResizeObserver(() => {
      style.scrollPaddingBottom = `${Math.ceil(dock.getBoundingClientRect().height) + GAP_PX}px`;
    });
    observer.observe(dock);
    return () => {
      observer.disconnect();
      style.scrollPaddingBottom = '';
    };
  }, []);
  return ref;
}
