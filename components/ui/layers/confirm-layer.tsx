'use client';

import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { Spinner } from '../notices/spinner.tsx';
import styles from './confirm-dialog.module.css';
import { ModalDialog } from './modal-dialog.tsx';

export interface ConfirmLayerProps {
  title: string;
  /** What will happen, and what cannot be undone. */
  children: ReactNode;
  confirmLabel: string;
  /** Whether something is lost that nothing brings back. */
  isErasing?: boolean;
  /** While what was confirmed is in progress: the dialog can be neither answered nor closed. */
  isBusy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something that cannot be undone. Rendered only while it is open. */
export function ConfirmLayer(props: ConfirmLayerProps) {
  const { title, children, confirmLabel, isErasing = false, isBusy = false, onConfirm, onCancel } = props;
  return (
    <ModalDialog className={styles.dialog} label={title} isBusy={isBusy} onClose={onCancel}>
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.text}>{children}</div>
      <div className={styles.actions}>
        <Button onClick={onCancel} disabled={isBusy}>
          Cancel
        </Button>
        <Button look={isErasing ? 'danger' : 'primary'} onClick={onConfirm} disabled={isBusy}>
          {isBusy && <Spinner />}
          {confirmLabel}
        </Button>
      </div>
    </ModalDialog>
  );
}
