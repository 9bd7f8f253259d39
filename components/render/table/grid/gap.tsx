import styles from './grid.module.css';

/** The room of columns that are not drawn. */
export function Gap({ px }: { px: number }) {
  return px > 0 && <td className={styles.gap} style={{ width: px }} aria-hidden="true" />;
}
