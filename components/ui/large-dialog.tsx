'use client';

import { type ReactNode, useRef } from 'react';
import { Button } from './button.tsx';
import { CloseIcon } from './icons.tsx';
import styles from './large-dialog.module.css';
import { ModalDialog } from './modal-dialog.tsx';

interface LargeDialogProps {
  title: string;
  /** Small facts next to the title. */
  facts?: string;
  /** Next to the close button. */
  actions?: ReactNode;
  /** `wide`: for something to look at; `medium`: for code to compare; `narrow`: for text. */
  width?: 'wide' | 'medium' | 'narrow';
  children: ReactNode;
  onClose: () => void;
}

/** A dialog that covers most of the page. Rendered only while it is open. */
export function LargeDialog({ title, facts, actions, width = 'wide', children, onClose }: LargeDialogProps) {
  const dialogRef = useRef<HTMLDialogElement>(null);
  return (
    <ModalDialog ref={dialogRef} className={styles.dialog} data-width={width} label={title} onClose={onClose}>
      <div className={styles.head}>
        <h2 className={styles.title} title={title}>
          {title}
        </h2>
        {facts && <span className={styles.facts}>{facts}</span>}
        <div className={styles.actions}>
          {actions}
          <Button look="quiet" aria-label="Close" title="Close" onClick={() => dialogRef.current?.close()}>
            <CloseIcon />
          </Button>
        </div>
      </div>
      <div className={styles.body}>{children}</div>
    </ModalDialog>
  );
}
