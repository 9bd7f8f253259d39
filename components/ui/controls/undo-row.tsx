'use client';

import { useEffect, useRef } from 'react';
import { useIsOver } from '../hooks/use-is-over.ts';
import { UndoIcon } from '../icons.tsx';
import styles from './undo-row.module.css';

interface UndoRowProps {
  /** What was deleted, as a sentence. */
  text: string;
  /** Name of the button. */
  label: string;
  /** How long it is offered, milliseconds. */
  forMs: number;
  onUndo: () => void;
}

/** Offers to undo a deletion, for a while. */
export function UndoRow({ text, label, forMs, onUndo }: UndoRowProps) {
  const isOver = useIsOver(forMs);
  const buttonRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The row of what was deleted had the focus and no longer exists.
    if (document.activeElement === document.body) buttonRef.current?.focus({ preventScroll: true });
  }, []);
  if (isOver) return null;
  return (
    <div className={styles.row} role="status">
      <span className={styles.text}>{text}</span>
      <button ref={buttonRef} type="button" className={styles.undo} aria-label={label} onClick={onUndo}>
        <UndoIcon size={14} /> Undo
      </button>
    </div>
  );
}
