'use client';

import type { DiscardedSession } from '../../../lib/protocol/sessions/session-summary.ts';
import { nameNotebook } from '../../../lib/session/view/titles/name-notebook.ts';
import { callApi } from '../../api/call-api.ts';
import { TrashDialog } from '../trash/trash-dialog.tsx';
import { SESSION_LIST_TEXTS } from './session-list-texts.ts';

interface SessionTrashProps {
  entries: readonly DiscardedSession[];
  /** Called when something was restored or removed. */
  onChange: () => void;
  onClose: () => void;
}

/** Deleted notebooks. */
export function SessionTrash({ entries, onChange, onClose }: SessionTrashProps) {
  return (
    <TrashDialog
      title={SESSION_LIST_TEXTS.trashTitle}
      note={SESSION_LIST_TEXTS.trashKept}
      lost={SESSION_LIST_TEXTS.eraseText}
      entries={entries.map(({ id, title, deletedAt, keptMs }) => ({
        id,
        name: nameNotebook(title),
        facts: '',
        reason: 'deleted',
        deletedAt,
        keptMs,
      }))}
      onRestore={(sessionId) => callApi('restoreSession', { params: { sessionId } })}
      onErase={(sessionId) => callApi('eraseSession', { params: { sessionId } })}
      onChange={onChange}
      onClose={onClose}
    />
  );
}
