import type { ReactNode } from 'react';
import { AlertIcon } from './icons.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  tone: 'plain' | 'warning' | 'danger';
  children: ReactNode;
  /** A button or link at the end. */
  action?: ReactNode;
}

/** Something the user should know, announced once to assistive technology. */
export function Notice({ tone, children, action }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      <AlertIcon />
      <div className={styles.text} data-text="">
        {children}
      </div>
      {action}
    </div>
  );
}
