import styles from './notebook-skeleton.module.css';

/** The shape of a notebook while its log is being read. */
export function NotebookSkeleton() {
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">Loading the notebook</span>
      <div className={styles.title} />
      <div className={styles.line} />
      <div className={styles.block} />
      <div className={styles.line} />
      <div className={styles.block} />
    </div>
  );
}
