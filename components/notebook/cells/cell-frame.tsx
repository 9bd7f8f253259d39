import type { ReactNode } from 'react';
import type { CellStatus } from '../../../lib/session/session.ts';
import styles from './cell-frame.module.css';

interface CellFrameProps {
  /** `In [3]`. */
  prompt: ReactNode;
  /** What is shown below it in the margin. */
  facts?: ReactNode;
  status?: CellStatus;
  className?: string | undefined;
  children: ReactNode;
}

/** A code cell's two columns: its number in the margin, and its content. */
export function CellFrame({ prompt, facts, status, className, children }: CellFrameProps) {
  return (
    <div className={[styles.frame, className].filter(Boolean).join(' ')} data-status={status}>
      <div className={styles.margin}>
        <span className={styles.prompt}>{prompt}</span>
        <div className={styles.facts}>{facts}</div>
      </div>
      <div className={styles.body}>{children}</div>
    </div>
  );
}
