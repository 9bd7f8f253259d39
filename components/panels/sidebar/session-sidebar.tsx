'use client';

import { useState } from 'react';
import type { Session } from '../../../lib/session/session.ts';
import { isWaitingForPerson } from '../../../lib/session/view/cells/find-waiting-cell.ts';
import { callApi } from '../../api/call-api.ts';
import { useCommandHandler } from '../../notebook/commands/commands-context.ts';
import type { CommandContext } from '../../notebook/commands/table/command-context.ts';
import { FileIcon, NotebooksIcon, OutlineIcon, RunFactsIcon, VariablesIcon } from '../../ui/icons.tsx';
import { createLate } from '../../ui/layers/create-late.tsx';
import type { Uploads } from '../files/use-uploads.ts';
import type { Deletion } from '../sessions/use-deletion.ts';
import { FilesPanel } from './files-panel.tsx';
import { Sidebar, type SidebarPanel } from './sidebar.tsx';
import { SIDEBAR_TEXTS } from './sidebar-texts.ts';
import type { SidebarState } from './use-sidebar.ts';

// The files panel is open at first; the others are loaded when they are opened.
const Loading = () => <p role="status">{SIDEBAR_TEXTS.loading}</p>;
const OutlinePanel = createLate(
  async () => (await import('../../notebook/outline/outline-panel.tsx')).OutlinePanel,
  Loading,
);
const VariablesPanel = createLate(
  async () => (await import('./variables-panel.tsx')).VariablesPanel,
  Loading,
);
const RunPanel = createLate(async () => (await import('./run-panel.tsx')).RunPanel, Loading);
const SessionList = createLate(
  async () => (await import('../sessions/session-list.tsx')).SessionList,
  Loading,
);

interface SessionSidebarProps {
  session: Session;
  state: SidebarState;
  uploads: Uploads;
  /** Of this notebook. */
  deletion: Deletion;
}

/** What belongs to the notebook and is not in it, and the other notebooks. */
export function SessionSidebar({ session, state, uploads, deletion }: SessionSidebarProps) {
  const pins = usePinCommands(session.id);
  const isUploading = uploads.items.length > 0;
  const panels: SidebarPanel[] = [
    {
      id: 'files',
      label: 'Files',
      icon: <FileIcon />,
      badge: isUploading ? SIDEBAR_TEXTS.uploading : undefined,
      content: <FilesPanel session={session} uploads={uploads} />,
    },
    {
      id: 'outline',
      label: 'Outline',
      icon: <OutlineIcon />,
      content: <OutlinePanel session={session} onGo={state.closeDrawer} />,
    },
    {
      id: 'variables',
      label: 'Variables',
      icon: <VariablesIcon />,
      content: <VariablesPanel session={session} />,
    },
    {
      id: 'run',
      label: SIDEBAR_TEXTS.runPanel,
      icon: <RunFactsIcon />,
      badge: isWaitingForPerson(session) ? SIDEBAR_TEXTS.waiting : undefined,
      content: <RunPanel session={session} onGo={state.closeDrawer} />,
    },
    {
      id: 'notebooks',
      label: 'Notebooks',
      icon: <NotebooksIcon />,
      content: (
        <SessionList
          initial={null}
          currentId={session.id}
          version={`${pins} ${describeRow(session)}`}
          isNarrow
          onDeleteCurrent={deletion.run}
        />
      ),
    },
  ];
  return <Sidebar state={state} panels={panels} />;
}

/** What the list shows about a notebook. */
function describeRow(session: Session): string {
  return `${session.title} ${session.runs.length} ${session.runs.at(-1)?.outcome?.status} ${isWaitingForPerson(session)}`;
}

/** Pins and unpins this notebook by command. Returns how often, so that the list is read again. */
function usePinCommands(sessionId: string): number {
  const [count, setCount] = useState(0);
  const pin = async (isPinned: boolean, tell: CommandContext['tell']) => {
    await callApi('changeSession', { params: { sessionId }, body: { isPinned } });
    setCount((before) => before + 1);
    tell({ text: isPinned ? SIDEBAR_TEXTS.pinned : SIDEBAR_TEXTS.unpinned });
  };
  useCommandHandler('notebook-pin', ({ tell }) => pin(true, tell));
  useCommandHandler('notebook-unpin', ({ tell }) => pin(false, tell));
  return count;
}
