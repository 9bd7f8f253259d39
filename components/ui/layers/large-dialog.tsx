'use client';

import { type ReactNode, useRef } from 'react';
import { IconButton } from '../controls/button.tsx';
import { CloseIcon } from '../icons.tsx';
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
  /** While true, only its button closes it. */
  isHeld?: boolean;
  children: ReactNode;
  onClose: () => void;
}

/** A dialog that covers most of the page. Rendered only while it is open. */
export function LargeDialog(props: LargeDialogProps) {
  const { title, facts, actions, width = 'wide', isHeld = false, children, onClose } = props;
  const dialogRef = useRef<HTMLDialogElement>(null);
  return (
    <ModalDialog
      ref={dialogRef}
      className={styles.dialog}
      data-width={width}
      label={title}
      isHeld={isHeld}
      onClose={onClose}
    >
      <div className={styles.head}>
        <h2 className={styles.title} title={title}>
          {title}
        </h2>
        {facts && <span className={styles.facts}>{facts}</span>}
        <div className={styles.actions}>
          {actions}
          <IconButton label="Close" onClick={() => dialogRef.current?.close()}>
            <CloseIcon />
          </IconButton>
        </div>
      </div>
      <div className={styles.body}>{children}</div>
    </ModalDialog>
  );
}
