import type { ReactNode } from 'react';
import styles from './message-page.module.css';
import { Wordmark } from './wordmark.tsx';

interface MessagePageProps {
  title: string;
  children: ReactNode;
  /** What the user can do about it. */
  action: ReactNode;
}

/** A page that says one thing: not found, signed out, failed. */
export function MessagePage({ title, children, action }: MessagePageProps) {
  return (
    <main className={styles.page}>
      <Wordmark />
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.text}>{children}</div>
      <div>{action}</div>
    </main>
  );
}
