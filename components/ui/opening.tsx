'use client';

import { type ReactNode, useEffect, useState } from 'react';
import styles from './opening.module.css';
import { OpeningContext } from './opening-context.ts';

interface OpeningProps {
  /** Whether the children can be drawn. */
  isLoaded: boolean;
  /** Shown before them. */
  fallback: ReactNode;
  children: ReactNode;
}

/** After this, the children are shown as they are: a part may be late, or lost. */
const MAX_WAIT_MS = 500;

/**
 * Shows its children once their late parts (create-late.tsx) are there too: those that come a moment later would move what is
 * below them, away from a pointer that is about to press it.
 */
export function Opening({ isLoaded, fallback, children }: OpeningProps) {
  const [isOpen, setOpen] = useState(false);
  const [parts] = useState(() => new Set<Promise<void>>());
  useEffect(() => {
    if (!isLoaded) return;
    const open = () => setOpen(true);
    void whenAllDrawn(parts).then(open);
    const timer = setTimeout(open, MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, [isLoaded, parts]);
  return (
    <div className={styles.opening}>
      {!isOpen && <div className={styles.cover}>{fallback}</div>}
      {isLoaded && (
        <OpeningContext value={isOpen ? null : parts}>
          <div className={isOpen ? '' : styles.unseen}>{children}</div>
        </OpeningContext>
      )}
    </div>
  );
}

async function whenAllDrawn(parts: Set<Promise<void>>): Promise<void> {
  while (parts.size > 0) {
    const current = [...parts];
    parts.clear();
    await Promise.all(current);
    // By the frame after the next, parts of these parts have been added.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  }
}
