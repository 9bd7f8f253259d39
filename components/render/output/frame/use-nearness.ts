'use client';

import { type RefObject, useEffect, useRef, useState } from 'react';

/** How far outside the window something counts as near: about a screen. */
const MARGIN = '1000px';

/** Whether an element has ever been near the window: what was loaded stays, with its state. */
export function useNearness(): { ref: RefObject<HTMLDivElement | null>; isNear: boolean } {
  const ref = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!ref.current || isNear) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: MARGIN },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isNear]);
  return { ref, isNear };
}
