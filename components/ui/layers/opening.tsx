'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { OpeningContext } from './create-late.tsx';
import styles from './opening.module.css';

interface OpeningProps {
  /** Whether the children can be drawn. */
  isLoaded: boolean;
  /** Whether they are shown without their late parts. */
  isAtOnce: boolean;
  /** Shown before them. */
  fallback: ReactNode;
  children: ReactNode;
}

/** After this, the children are shown as they are: a part may be late, or lost. */
const MAX_WAIT_MS = 3_000;

/**
 * Shows its children once their late parts (create-late.tsx) are there too: those that come a moment later would move what is
 * below them, away from a pointer that is about to press it.
 */
export function Opening({ isLoaded, isAtOnce, fallback, children }: OpeningProps) {
  const [isOpen, setOpen] = useState(false);
  const [gate] = useState(createGate);
  useEffect(() => {
    if (isLoaded) return gate.whenFree(() => setOpen(true));
  }, [isLoaded, gate]);
  return (
    <div className={styles.opening}>
      {!isOpen && !(isLoaded && isAtOnce) && <div className={styles.cover}>{fallback}</div>}
      {isLoaded && (
        <OpeningContext value={gate.hold}>
          <div data-opening={isOpen || isAtOnce ? undefined : ''}>{children}</div>
        </OpeningContext>
      )}
    </div>
  );
}

function createGate() {
  let held = 0;
  let open = () => {};
  const check = () => {
    if (held === 0) open();
  };
  return {
    hold: () => {
      held += 1;
      return () => {
        held -= 1;
        // Parts of a part that has been drawn are held in the same task.
        queueMicrotask(check);
      };
    },
    /** Returns the function that gives up waiting. */
    whenFree: (task: () => void) => {
      open = task;
      const timer = setTimeout(task, MAX_WAIT_MS);
      check();
      return () => clearTimeout(timer);
    },
  };
}
