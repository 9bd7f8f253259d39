import type { ReactNode } from 'react';
import { AlertIcon } from './icons.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  tone: 'plain' | 'warning' | 'danger';
  children: ReactNode;
  /** Buttons or links at the end. They stay together, below the text where it is long and they are wide. */
  action?: ReactNode;
  /** Always shown whole, with the first of the others: what is dangerous, and so for as long as it is shown. */
  isStanding?: boolean;
}

/**
 * Something the user should know, announced once to assistive technology. Of a text with two sentences, the second says what
 * to do.
 */
export function Notice({ tone, children, action, isStanding }: NoticeProps) {
  const [fact, ...todo] = typeof children === 'string' ? children.split(/(?<=\.) (?=\p{Lu})/u) : [children];
  return (
    <div
      className={styles.notice}
      data-tone={tone}
      data-standing={isStanding || undefined}
      role={tone === 'danger' ? 'alert' : 'status'}
    >
      <AlertIcon />
      <div className={styles.text} data-text="">
        {fact}
        {todo.length > 0 && <span> {todo.join(' ')}</span>}
      </div>
      {action && (
        <div className={styles.actions} data-actions="">
          {action}
        </div>
      )}
    </div>
  );
}
