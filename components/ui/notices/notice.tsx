import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { AlertIcon, CloseIcon } from '../icons.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  tone: 'plain' | 'warning' | 'danger';
  children: ReactNode;
  /** Buttons or links at the end. They stay together, below the text where it is long and they are wide. */
  action?: ReactNode;
  /** Called when the user closes the notice. Without it, the notice has no Close button. */
  onClose?: () => void;
  /** A short text for a danger that lasts. It stays visible beside the other notices of the page. */
  standing?: string;
}

/**
 * A message for the user, which assistive technology announces once. If the text has two sentences, the second one says what
 * to do.
 */
export function Notice({ tone, children, action, onClose, standing }: NoticeProps) {
  const [fact, ...todo] = typeof children === 'string' ? children.split(/(?<=\.) (?=\p{Lu})/u) : [children];
  return (
    <div
      className={styles.notice}
      data-tone={tone}
      data-standing={standing}
      role={tone === 'danger' ? 'alert' : 'status'}
    >
      <AlertIcon />
      <div className={styles.text} data-text="">
        {fact}
        {todo.length > 0 && <span> {todo.join(' ')}</span>}
      </div>
      {standing && <b data-short="">{standing}</b>}
      {(action || onClose) && (
        <div className={styles.actions} data-actions="">
          {action}
          {onClose && (
            <Button look="quiet" aria-label="Close" onClick={onClose}>
              <CloseIcon size={14} />
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
