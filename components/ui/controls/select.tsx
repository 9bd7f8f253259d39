import type { ComponentProps } from 'react';
import { ChevronIcon } from '../icons.tsx';
import styles from './select.module.css';

interface SelectProps extends Omit<ComponentProps<'select'>, 'className'> {
  /** `field`: as wide as the fields of a form. Default: one of the pickers, as wide as its text. */
  look?: 'field';
}

/** A native select that looks like the other pickers, or like the other fields. */
export function Select({ look, ...props }: SelectProps) {
  return (
    <span className={styles.frame} data-look={look}>
      <select {...props} className={styles.select} />
      <ChevronIcon />
    </span>
  );
}
