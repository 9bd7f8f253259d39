'use client';

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

const NEAR_PX = 80;

interface StickToBottom {
  /** Put on the element whose growth is followed. */
  contentRef: RefObject<HTMLDivElement | null>;
  /** Whether the end of the page is in view. */
  isAtBottom: boolean;
  scrollToBottom(): void;
}

/** Keeps the end of the page in view while `isActive`, until the person scrolls up. */
export function useStickToBottom(isActive: boolean): StickToBottom {
  const contentRef = useRef<HTMLDivElement>(null);
  const isStuckRef = useRef(true);
  const wasActiveRef = useRef(false);
  const [isAtBottom, setAtBottom] = useState(true);

  const scrollToBottom = useCallback(() => {
    isStuckRef.current = true;
    scrollTo({ top: document.documentElement.scrollHeight });
  }, []);

  useEffect(() => {
    let lastTop = scrollY;
    const follow = () => {
      const isNear = isNearBottom();
      // Growing content moves the end away without a move of the person: only scrolling up lets go.
      if (isNear) isStuckRef.current = true;
      else if (scrollY < lastTop) isStuckRef.current = false;
      lastTop = scrollY;
      setAtBottom(isNear);
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
    return () => observer.disconnect();
  }, [isActive, scrollToBottom]);

  // What ends a run is drawn together with the end of being active.
  useEffect(() => {
    if (wasActiveRef.current && !isActive && isStuckRef.current) scrollToBottom();
    wasActiveRef.current = isActive;
  }, [isActive, scrollToBottom]);

  return { contentRef, isAtBottom, scrollToBottom };
}

function isNearBottom(): boolean {
  const { scrollHeight } = document.documentElement;
  return scrollHeight - scrollY - innerHeight < NEAR_PX;
}
