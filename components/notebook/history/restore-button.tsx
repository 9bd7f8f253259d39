'use client';

import { findCell, isHeldByRun, type Session } from '../../../lib/session/session.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { UndoIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notices/notice.tsx';
import { useCommands } from '../commands/commands-context.ts';
import styles from './history-dialog.module.css';
import { HISTORY_TEXTS } from './history-texts.ts';

interface RestoreButtonProps {
  session: Session;
  cellId: string;
  label: string;
  onRestore: () => Promise<unknown>;
  onDone: () => void;
}

/** Restores a version or a cell, and selects it on the page. */
export function RestoreButton({ session, cellId, label, onRestore, onDone }: RestoreButtonProps) {
  const { selection } = useCommands();
  const restore = useAction(async () => {
    await onRestore();
    onDone();
    selection.select(cellId);
  });
  const cannot = isHeldByRun(session) || findCell(session, cellId)?.status === 'running';
  return (
    <div className={styles.actions}>
      <Button look="primary" onClick={restore.run} disabled={cannot || restore.isRunning}>
        <UndoIcon size={14} /> {label}
      </Button>
      {cannot && <span className={styles.hint}>{HISTORY_TEXTS.busy}</span>}
      {restore.failure && <Notice tone="danger">{restore.failure}</Notice>}
    </div>
  );
}
