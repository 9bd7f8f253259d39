'use client';

import { Button } from '../../ui/controls/button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { Toast } from '../../ui/notices/toast.tsx';
import styles from './command-message.module.css';
import type { Message } from './table/command-context.ts';

interface CommandMessageProps {
  message: Message | null;
  /** Absent, nothing can be undone now. */
  onUndo?: ((operationId: string) => void) | undefined;
  onClose: () => void;
}

/** What the last command did, with a button to undo it. */
export function CommandMessage({ message, onUndo, onClose }: CommandMessageProps) {
  const { text = '', operationId, undo } = message ?? {};
  const takeBack = undo ?? (operationId != null && onUndo ? () => onUndo(operationId) : null);
  return (
    <Toast>
      <div className={styles.message} data-shown={message !== null}>
        <span role="status">{text}</span>
        {takeBack && (
          <Button look="quiet" aria-keyshortcuts={undo ? undefined : 'Z'} onClick={takeBack}>
            Undo
          </Button>
        )}
        {message && (
          <Button look="quiet" aria-label="Close" onClick={onClose}>
            <CloseIcon size={14} />
          </Button>
        )}
      </div>
    </Toast>
  );
}
