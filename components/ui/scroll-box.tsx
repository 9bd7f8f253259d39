'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import styles from './scroll-box.module.css';
import { watchOverflow } from './watch-overflow.ts';

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
    return box ? watchOverflow(box, isFollowing) : undefined;
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
