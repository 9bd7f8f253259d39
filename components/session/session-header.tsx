'use client';

import { useState } from 'react';
import { notebookUrl } from '../api/actbook-api.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { DownloadIcon, PanelIcon, TrashIcon } from '../ui/icons.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import styles from './session-header.module.css';
import { TitleField } from './title-field.tsx';
import type { Deletion } from './use-deletion.ts';

const BESIDE = 'Its data files must lie beside it: download them under Files.';

interface SessionHeaderProps {
  sessionId: string;
  title: string;
  /** Whether the notebook reads files of the session. */
  hasFiles: boolean;
  deletion: Deletion;
  isPanelOpen: boolean;
  onTogglePanel: () => void;
}

/** Home, title, and what can be done with the notebook as a whole. */
export function SessionHeader(props: SessionHeaderProps) {
  const { sessionId, title, hasFiles, deletion, isPanelOpen, onTogglePanel } = props;
  return (
    <header className={styles.header}>
      <Wordmark />
      <TitleField key={title} sessionId={sessionId} title={title} />
      <div className={styles.actions}>
        <a
          className={buttonClass('quiet')}
          href={notebookUrl(sessionId)}
          aria-label="Download as .ipynb"
          title={hasFiles ? `Download as .ipynb. ${BESIDE}` : 'Download as .ipynb'}
          download
        >
          <DownloadIcon />
        </a>
        <DeleteButton title={title} deletion={deletion} />
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

function DeleteButton({ title, deletion }: { title: string; deletion: Deletion }) {
  const [isAsking, setAsking] = useState(false);
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
      {isAsking && <DeleteDialog title={title} deletion={deletion} onCancel={() => setAsking(false)} />}
    </>
  );
}
