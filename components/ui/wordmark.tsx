import Link from 'next/link';
import { Mark } from './mark.tsx';
import { UI_TEXTS } from './ui-texts.ts';
import styles from './wordmark.module.css';

/** The product's mark and name, as a link to the start page. */
export function Wordmark() {
  return (
    <Link className={styles.wordmark} href="/" aria-label={UI_TEXTS.startPage}>
      <Mark />
    </Link>
  );
}
