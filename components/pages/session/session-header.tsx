'use client';

import type { ModelInfo } from '../../../lib/protocol/runs/run.ts';
import type { Session } from '../../../lib/session/session.ts';
import type { Connection } from '../../../lib/stream/session-store.ts';
import { COMMAND_TEXTS } from '../../notebook/commands/command-texts.ts';
import { useCommandHandler, useCommands } from '../../notebook/commands/commands-context.ts';
import { SchedulesCommand } from '../../panels/schedules/schedules-command.tsx';
import type { Deletion } from '../../panels/sessions/use-deletion.ts';
import { SettingsButton } from '../../panels/settings/settings-button.tsx';
import { ExportMenu } from '../../panels/share/export-menu.tsx';
import { KernelIndicator } from '../../panels/sidebar/kernel-indicator.tsx';
import type { SidebarState } from '../../panels/sidebar/use-sidebar.ts';
import { VerificationBadge } from '../../panels/verification/verification-badge.tsx';
import { IconButton } from '../../ui/controls/button.tsx';
import { ThemeToggle } from '../../ui/controls/theme-toggle.tsx';
import { KeyboardIcon, PanelIcon, TrashIcon } from '../../ui/icons.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import styles from './session-header.module.css';
import { SESSION_TEXTS } from './session-texts.ts';
import { TitleField } from './title-field.tsx';

interface SessionHeaderProps {
  session: Session;
  title: string;
  connection: Connection;
  deletion: Deletion;
  sidebar: SidebarState;
  /** Those that are configured; the first is the default. */
  models: readonly ModelInfo[];
  /** Whether answers are reviewed unless the user chooses. */
  isReviewed: boolean;
}

/** The link home, the title, and the actions on the whole notebook. */
export function SessionHeader(props: SessionHeaderProps) {
  const { session, title, connection, deletion, sidebar, models, isReviewed } = props;
  useCommandHandler('notebook-delete', deletion.run);
  const hasFiles = session.files.length > 0;
  return (
    <header className={styles.header} inert={sidebar.isDrawerOpen}>
      <IconButton
        className={styles.panelToggle}
        label={SESSION_TEXTS.openSidebar}
        onClick={sidebar.openDrawer}
      >
        <PanelIcon />
      </IconButton>
      <Wordmark />
      <TitleField sessionId={session.id} title={title} />
      <div className={styles.actions}>
        <VerificationBadge session={session} onClick={() => sidebar.show('run')} />
        <KernelIndicator session={session} connection={connection} onClick={() => sidebar.show('run')} />
        <ExportMenu sessionId={session.id} hasFiles={hasFiles} />
        <SchedulesCommand sessionId={session.id} />
        <IconButton
          className={styles.roomy}
          label={SESSION_TEXTS.delete}
          disabled={deletion.isDeleting}
          onClick={deletion.run}
        >
          <TrashIcon />
        </IconButton>
        <ShortcutsButton />
        <SettingsButton models={models} isReviewed={isReviewed} />
        <span className={styles.roomy}>
          <ThemeToggle />
        </span>
      </div>
    </header>
  );
}

/** Shows the sheet of shortcuts. */
function ShortcutsButton() {
  const { runCommand } = useCommands();
  return (
    <IconButton label={COMMAND_TEXTS.shortcuts} onClick={() => runCommand('help-shortcuts')}>
      <KeyboardIcon />
    </IconButton>
  );
}
