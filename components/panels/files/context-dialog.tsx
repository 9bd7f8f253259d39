'use client';

import { useState } from 'react';
import { CONTEXT_TEXTS } from '../../api/context-texts.ts';
import { LargeDialog } from '../../ui/layers/large-dialog.tsx';
import styles from './context-dialog.module.css';
import { ContextEditor } from './context-editor.tsx';

interface ContextDialogProps {
  sessionId: string;
  onClose: () => void;
}

/** The CONTEXT.md of a notebook, to read and write. Rendered only while it is open. */
export function ContextDialog({ sessionId, onClose }: ContextDialogProps) {
  const [isChanged, setChanged] = useState(false);
  return (
    <LargeDialog title={CONTEXT_TEXTS.title} width="narrow" isHeld={isChanged} onClose={onClose}>
      <div className={styles.body}>
        <ContextEditor sessionId={sessionId} onChange={setChanged} />
      </div>
    </LargeDialog>
  );
}
