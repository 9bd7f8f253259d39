'use client';

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

const NEAR_PX = 80;
/** For how long a run that has ended is followed. */
const LATE_PARTS_MS = 3_000;

interface StickToBottom {
  /** Put on the element whose growth is followed. */
  contentRef: RefObject<HTMLDivElement | null>;
  /** Whether the end of the page is in view. */
  isAtBottom: boolean;
  scrollToBottom(): void;
}

/** Keeps the end of the page in view while `isActive`, until the user scrolls up. */
export function useStickToBottom(isActive: boolean): StickToBottom {
  const contentRef = useRef<HTMLDivElement>(null);
  const isStuckRef = useRef(true);
  const lastTopRef = useRef(0);
  const [isAtBottom, setAtBottom] = useState(true);

  const scrollToBottom = useCallback(() => {
    isStuckRef.current = true;
    scrollTo({ top: document.documentElement.scrollHeight });
    // The user may scroll up before the browser has reported this.
    lastTopRef.current = scrollY;
  }, []);

  useEffect(() => {
    lastTopRef.current = scrollY;
    const follow = () => {
      const isNear = isNearBottom();
      // Growing content moves the end away without the user scrolling, so only scrolling up counts.
      if (isNear) isStuckRef.current = true;
      else if (scrollY < lastTopRef.current) isStuckRef.current = false;
      lastTopRef.current = scrollY;
      setAtBottom(isNear || isStuckRef.current);
    };
    addEventListener('scroll', follow, { passive: true });
    return () => removeEventListener('scroll', follow);
  }, []);

  useEffect(() => {
    const content = contentRef.current;
    if (!isActive || !content) return;
    const observer = new ResizeObserver(() => {
      if (isStuckRef.current) scrollToBottom();
      else setAtBottom(isNearBottom());
    });
    observer.observe(content);
    // The last part of a run is rendered when `isActive` becomes false.
    return () => {
      // An answer is read from its task down, and is above the work.
      const runs = content.querySelectorAll<HTMLElement>('[data-answered]');
      const last = [...runs].at(-1);
      const isAnswered = last?.dataset.answered === 'true';
      if (isAnswered) observer.disconnect();
      // The code that draws what ended the run, such as an error, may have to be loaded.
      else setTimeout(() => observer.disconnect(), LATE_PARTS_MS);
      // Not when another page is shown.
      if (!isStuckRef.current || !content.isConnected) return;
      if (isAnswered) last?.scrollIntoView();
      else scrollToBottom();
    };
  }, [isActive, scrollToBottom]);

  // Growth below the content must not cover its end.
  useEffect(() => {
    const dock = contentRef.current?.nextElementSibling;
    if (!dock) return;
    let height = dock.clientHeight;
    const observer = new ResizeObserver(() => {
      const grown = dock.clientHeight - height;
      height = dock.clientHeight;
      if (grown > 0 && isNearBottom(grown)) scrollToBottom();
    });
    observer.observe(dock);
    return () => observer.disconnect();
  }, [scrollToBottom]);

  return { contentRef, isAtBottom, scrollToBottom };
}

/** `grown`: how much was just added at the end, pixels. */
function isNearBottom(grown = 0): boolean {
  const { scrollHeight } = document.documentElement;
  return scrollHeight - grown - scrollY - innerHeight < NEAR_PX;
}
