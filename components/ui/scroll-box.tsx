'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import styles from './scroll-box.module.css';

interface ScrollBoxProps {
  className: string | undefined;
  /** The first element's size decides whether there is something to scroll. */
  children: ReactNode;
  /** Names the box for screen readers. */
  label?: string;
  /** Whether the end is kept in sight while the content grows. */
  isFollowing?: boolean;
}

/** A box that the keyboard can reach and whose edges fade, but only while there is something to scroll. */
export function ScrollBox({ className, children, label, isFollowing = true }: ScrollBoxProps) {
  const boxRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = boxRef.current;
    if (!box) return;
    // Follows the end of growing output until the user scrolls up.
    let isAtEnd = isAtBottom(box);
    const grow = () => {
      if (isFollowing && isAtEnd) box.scrollTop = box.scrollHeight;
      markOverflow(box);
    };
    const scroll = () => {
      isAtEnd = isAtBottom(box);
      markOverflow(box);
    };
    const observer = new ResizeObserver(grow);
    observer.observe(box);
    if (box.firstElementChild) observer.observe(box.firstElementChild);
    box.addEventListener('scroll', scroll, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', scroll);
    };
  }, [isFollowing]);
  return (
    <div
      ref={boxRef}
      {...(label === undefined ? {} : { role: 'group', 'aria-label': label })}
      className={[styles.box, className].filter(Boolean).join(' ')}
    >
      {children}
    </div>
  );
}

function isAtBottom({ scrollTop, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollTop + clientHeight >= scrollHeight - 1;
}

function markOverflow(box: HTMLElement): void {
  const { scrollLeft, scrollWidth, clientWidth, scrollHeight, clientHeight } = box;
  if (scrollWidth > clientWidth || scrollHeight > clientHeight) box.tabIndex = 0;
  else box.removeAttribute('tabindex');
  const start = scrollLeft > 0 ? 'start' : '';
  // On zoomed pages, scroll positions are fractions of a pixel.
  const end = scrollLeft + clientWidth < scrollWidth - 1 ? 'end' : '';
  const below = isAtBottom(box) ? '' : 'below';
  box.dataset.more = `${start} ${end} ${below}`.trim();
}
