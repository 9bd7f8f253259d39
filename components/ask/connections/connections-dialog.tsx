'use client';

import { createPortal } from 'react-dom';
import { LargeDialog } from '../../ui/layers/large-dialog.tsx';
import styles from '../models/connect/connect.module.css';
import { CONNECTION_TEXTS } from './connection-texts.ts';
import { ConnectionsPanel } from './connections-panel.tsx';

interface ConnectionsDialogProps {
  /** Closes it, too. */
  onInsert: (name: string) => void;
  onClose: () => void;
}

/** The databases, from where a task is written. Rendered only while it is open. */
export function ConnectionsDialog({ onInsert, onClose }: ConnectionsDialogProps) {
  // Outside the form of the task: a form in a form would send both.
  return createPortal(
    <LargeDialog title={CONNECTION_TEXTS.title} width="narrow" onClose={onClose}>
      <div className={styles.dialog}>
        <p className={styles.note}>{CONNECTION_TEXTS.explanation}</p>
        <ConnectionsPanel onInsert={onInsert} />
      </div>
    </LargeDialog>,
    document.body,
  );
}
