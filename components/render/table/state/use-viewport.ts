'use client';

import { type RefObject, useEffect, useState } from 'react';

export interface Viewport {
  readonly scrollTop: number;
  readonly scrollLeft: number;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Of the root font. */
  readonly remPx: number;
}

/** Before the page has been measured: an ordinary one. */
const FIRST: Viewport = { scrollTop: 0, scrollLeft: 0, widthPx: 1100, heightPx: 480, remPx: 16 };

/** What is seen of a box that scrolls, once a frame. */
export function useViewport(boxRef: RefObject<HTMLElement | null>): Viewport {
  const [viewport, setViewport] = useState(FIRST);
  useEffect(() => {
    const box = boxRef.current;
    if (!box) return;
    let frame = 0;
    const read = () => {
      frame = 0;
      const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || FIRST.remPx;
      const { scrollTop, scrollLeft, clientWidth: widthPx, clientHeight: heightPx } = box;
      setViewport((before) => {
        const next = { scrollTop, scrollLeft, widthPx, heightPx, remPx };
        return isSame(before, next) ? before : next;
      });
    };
    const plan = () => {
      frame ||= requestAnimationFrame(read);
    };
    // It also tells the first size, when the page has been laid out anyway.
    const observer = new ResizeObserver(read);
    observer.observe(box);
    box.addEventListener('scroll', plan, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      box.removeEventListener('scroll', plan);
    };
  }, [boxRef]);
  return viewport;
}

function isSame(one: Viewport, other: Viewport): boolean {
  return (Object.keys(one) as (keyof Viewport)[]).every((key) => one[key] === other[key]);
}
