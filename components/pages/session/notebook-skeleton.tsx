import styles from './notebook-skeleton.module.css';
import { SESSION_TEXTS } from './session-texts.ts';

/** The shape of a notebook while its log is being read. */
export function NotebookSkeleton() {
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">{SESSION_TEXTS.loading}</span>
      <div className={styles.title} />
      <div className={styles.line} />
      <div className={styles.block} />
      <div className={styles.line} />
      <div className={styles.block} />
    </div>
  );
}
