import type { ReactNode } from 'react';
import { buttonClass } from '../controls/button.tsx';
import { Mark } from '../mark.tsx';
import { UI_TEXTS } from '../ui-texts.ts';
import wordmark from '../wordmark.module.css';
import styles from './message-page.module.css';

interface MessagePageProps {
  title: string;
  text: string;
  /** What the user can do about it. By default, a link to the start page. */
  action?: ReactNode;
}

/**
 * A page that says one thing: not found, signed out, failed. Its links load the next page whole: every page carries this
 * one's scripts, and a page that failed leaves nothing behind.
 */
export function MessagePage({ title, text, action = <StartLink /> }: MessagePageProps) {
  return (
    <main className={styles.page}>
      <a className={wordmark.wordmark} href="/" aria-label={UI_TEXTS.startPage}>
        <Mark />
      </a>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      <div>{action}</div>
    </main>
  );
}

function StartLink() {
  return (
    <a className={buttonClass('primary')} href="/">
      {UI_TEXTS.toStart}
    </a>
  );
}
