'use client';

import { useState } from 'react';
import type { KernelStatus } from '../../lib/protocol/event.ts';
import { ShortcutsButton } from '../commands/shortcuts-button.tsx';
import { ExportMenu } from '../share/export-menu.tsx';
import { KernelIndicator } from '../sidebar/kernel-indicator.tsx';
import type { SidebarState } from '../sidebar/use-sidebar.ts';
import { Button } from '../ui/button.tsx';
import { PanelIcon, TrashIcon } from '../ui/icons.tsx';
import { ThemeToggle } from '../ui/theme-toggle.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import styles from './session-header.module.css';
import { TitleField } from './title-field.tsx';
import type { Deletion } from './use-deletion.ts';

interface SessionHeaderProps {
  sessionId: string;
  title: string;
  /** Whether the notebook reads files of the session. */
  hasFiles: boolean;
  deletion: Deletion;
  kernelStatus: KernelStatus;
  sidebar: SidebarState;
}

/** Home, title, and what can be done with the notebook as a whole. */
export function SessionHeader(props: SessionHeaderProps) {
  const { sessionId, title, hasFiles, deletion, kernelStatus, sidebar } = props;
  return (
    <header className={styles.header} inert={sidebar.isDrawerOpen}>
      <Button
        look="quiet"
        className={styles.panelToggle ?? ''}
        aria-label="Open the sidebar"
        title="Open the sidebar"
        onClick={sidebar.openDrawer}
      >
        <PanelIcon />
      </Button>
      <Wordmark />
      <TitleField key={title} sessionId={sessionId} title={title} />
      <div className={styles.actions}>
        <KernelIndicator status={kernelStatus} onClick={() => sidebar.show('run')} />
        <ExportMenu sessionId={sessionId} hasFiles={hasFiles} />
        <DeleteButton title={title} deletion={deletion} />
        <ShortcutsButton />
        <ThemeToggle />
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
