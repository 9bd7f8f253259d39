'use client';

import { type RefObject, useEffect, useRef } from 'react';

/** Tells the page's style how much of the window's end the dock covers, in pixels: `--dock-height`. */
export function useDockHeight(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const dock = ref.current;
    if (!dock) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty('--dock-height', `${Math.ceil(dock.getBoundingClientRect().height)}px`),
    );
    observer.observe(dock);
    return () => {
      observer.disconnect();
      style.removeProperty('--dock-height');
    };
  }, []);
  return ref;
}
