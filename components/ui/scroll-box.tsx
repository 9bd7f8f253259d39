'use client';

import { type ReactNode, useEffect, useRef } from 'react';

interface ScrollBoxProps {
  className: string | undefined;
  /** The first element's size decides whether there is something to scroll. */
  children: ReactNode;
}

/** A box with a scrollbar that the keyboard can reach, but only while there is something to scroll. */
export function ScrollBox({ className, children }: ScrollBoxProps) {
  const boxRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = boxRef.current;
    if (!box) return;
    const observer = new ResizeObserver(() => {
      const overflows = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
      if (overflows) box.tabIndex = 0;
      else box.removeAttribute('tabindex');
    });
    observer.observe(box);
    if (box.firstElementChild) observer.observe(box.firstElementChild);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={boxRef} className={className}>
      {children}
    </div>
  );
}
