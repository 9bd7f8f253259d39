import type { ReactNode } from 'react';
import { Mark } from '../mark.tsx';
import { UI_TEXTS } from '../ui-texts.ts';
import wordmark from '../wordmark.module.css';
import styles from './message-page.module.css';

interface MessagePageProps {
  title: string;
  children: ReactNode;
  /** What the user can do about it. */
  action: ReactNode;
}

/**
 * A page that says one thing: not found, signed out, failed. Its links load the next page whole: every page carries this
 * one's scripts, and a page that failed leaves nothing behind.
 */
export function MessagePage({ title, children, action }: MessagePageProps) {
  return (
    <main className={styles.page}>
      <a className={wordmark.wordmark} href="/" aria-label={UI_TEXTS.startPage}>
        <Mark />
      </a>
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.text}>{children}</div>
      <div>{action}</div>
    </main>
  );
}
