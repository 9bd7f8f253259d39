'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { deleteSession, notebookUrl } from '../api/actbook-api.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { DownloadIcon, PanelIcon, TrashIcon } from '../ui/icons.tsx';
import { Notice } from '../ui/notice.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';
import { useAction } from '../ui/use-action.ts';
import { Wordmark } from '../ui/wordmark.tsx';
import styles from './session-header.module.css';
import { TitleField } from './title-field.tsx';

interface SessionHeaderProps {
  sessionId: string;
  title: string;
  isPanelOpen: boolean;
  onTogglePanel: () => void;
}

/** Home, title, and what can be done with the notebook as a whole. */
export function SessionHeader({ sessionId, title, isPanelOpen, onTogglePanel }: SessionHeaderProps) {
  return (
    <header className={styles.header}>
      <Wordmark />
      <TitleField key={title} sessionId={sessionId} title={title} />
      <div className={styles.actions}>
        <a
          className={buttonClass('quiet')}
          href={notebookUrl(sessionId)}
          aria-label="Download as .ipynb"
          title="Download as .ipynb"
          download
        >
          <DownloadIcon />
        </a>
        <DeleteSession sessionId={sessionId} title={title} />
        <ThemeToggle />
        <Button
          look="quiet"
          className={styles.panelToggle ?? ''}
          aria-label="Files and kernel"
          title="Files and kernel"
          aria-expanded={isPanelOpen}
          onClick={onTogglePanel}
        >
          <PanelIcon />
        </Button>
      </div>
    </header>
  );
}

function DeleteSession({ sessionId, title }: { sessionId: string; title: string }) {
  const router = useRouter();
  const [isAsking, setAsking] = useState(false);
  const remove = useAction(async () => {
    await deleteSession(sessionId);
    router.push('/');
  });
  return (
    <>
      <Button
        look="quiet"
        aria-label="Delete notebook"
        title="Delete notebook"
        onClick={() => setAsking(true)}
      >
        <TrashIcon />
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Delete this notebook?"
          confirmLabel="Delete"
          onConfirm={remove.run}
          onCancel={() => setAsking(false)}
        >
          <p>“{title || 'Untitled'}”, its cells and its files will be gone for good.</p>
          {remove.failure && <Notice tone="danger">{remove.failure}</Notice>}
        </ConfirmDialog>
      )}
    </>
  );
}
