import type { ComponentProps } from 'react';
import { ChevronIcon } from './icons.tsx';
import styles from './select.module.css';

/** A native select that looks like the other pickers. */
export function Select(props: Omit<ComponentProps<'select'>, 'className'>) {
  return (
    <span className={styles.frame}>
      <select {...props} className={styles.select} />
      <ChevronIcon />
    </span>
  );
}
