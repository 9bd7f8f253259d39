'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import styles from './scroll-box.module.css';

interface ScrollBoxProps {
  className: string | undefined;
  /** The first element's size decides whether there is something to scroll. */
  children: ReactNode;
}

/** A box that the keyboard can reach and whose edges fade, but only while there is something to scroll. */
export function ScrollBox({ className, children }: ScrollBoxProps) {
  const boxRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = boxRef.current;
    if (!box) return;
    const mark = () => markOverflow(box);
    const observer = new ResizeObserver(mark);
    observer.observe(box);
    if (box.firstElementChild) observer.observe(box.firstElementChild);
    box.addEventListener('scroll', mark, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', mark);
    };
  }, []);
  return (
    <div ref={boxRef} className={[styles.box, className].filter(Boolean).join(' ')}>
      {children}
    </div>
  );
}

function markOverflow(box: HTMLElement): void {
  const { scrollLeft, scrollWidth, clientWidth, scrollHeight, clientHeight } = box;
  if (scrollWidth > clientWidth || scrollHeight > clientHeight) box.tabIndex = 0;
  else box.removeAttribute('tabindex');
  const start = scrollLeft > 0 ? 'start' : '';
  // Zoomed pages scroll by fractions of a pixel.
  const end = scrollLeft + clientWidth < scrollWidth - 1 ? 'end' : '';
  box.dataset.more = `${start} ${end}`.trim();
}
