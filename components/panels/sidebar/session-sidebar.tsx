'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { Session } from '../../../lib/session/session.ts';
import { isWaitingForPerson } from '../../../lib/session/view/find-waiting-cell.ts';
import { pinSession } from '../../api/sessions-api.ts';
import { useCommandHandler } from '../../notebook/commands/commands-context.ts';
import type { CommandContext } from '../../notebook/commands/table/command-context.ts';
import { FileIcon, NotebooksIcon, OutlineIcon, RunFactsIcon, VariablesIcon } from '../../ui/icons.tsx';
import type { Uploads } from '../files/use-uploads.ts';
import type { Deletion } from '../sessions/use-deletion.ts';
import { FilesPanel } from './files-panel.tsx';
import { Sidebar, type SidebarPanel } from './sidebar.tsx';
import type { SidebarState } from './use-sidebar.ts';

// The panel of files stands open at first; the others are loaded when they are opened.
const loading = () => <p role="status">Loading the panel…</p>;
const OutlinePanel = dynamic(
  () => import('../../notebook/outline/outline-panel.tsx').then((module) => module.OutlinePanel),
  { loading },
);
const VariablesPanel = dynamic(
  () => import('./variables-panel.tsx').then((module) => module.VariablesPanel),
  {
    loading,
  },
);
const RunPanel = dynamic(() => import('./run-panel.tsx').then((module) => module.RunPanel), { loading });
const SessionList = dynamic(
  () => import('../sessions/session-list.tsx').then((module) => module.SessionList),
  {
    loading,
  },
);

interface SessionSidebarProps {
  session: Session;
  state: SidebarState;
  uploads: Uploads;
  /** Of this notebook. */
  deletion: Deletion;
}

/** Around a notebook: what belongs to it and is not in it, and the other notebooks. */
export function SessionSidebar({ session, state, uploads, deletion }: SessionSidebarProps) {
  const pins = usePinCommands(session.id);
  const isUploading = uploads.items.length > 0;
  const panels: SidebarPanel[] = [
    {
      id: 'files',
      label: 'Files',
      icon: <FileIcon />,
      ...(isUploading ? { badge: 'files are on their way' } : {}),
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
      label: 'Run and kernel',
      icon: <RunFactsIcon />,
      ...(isWaitingForPerson(session) ? { badge: 'waiting for you' } : {}),
      content: <RunPanel session={session} />,
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

/** What the list shows of a notebook. */
function describeRow(session: Session): string {
  return `${session.title} ${session.runs.length} ${session.runs.at(-1)?.outcome?.status} ${isWaitingForPerson(session)}`;
}

/** Pins this notebook and unpins it by command. Counts how often, so that the list is read again. */
function usePinCommands(sessionId: string): number {
  const [count, setCount] = useState(0);
  const pin = async (isPinned: boolean, tell: CommandContext['tell']) => {
    await pinSession(sessionId, isPinned);
    setCount((before) => before + 1);
    tell({ text: isPinned ? 'Pinned to the top of your notebooks.' : 'No longer pinned.' });
  };
  useCommandHandler('notebook-pin', ({ tell }) => pin(true, tell));
  useCommandHandler('notebook-unpin', ({ tell }) => pin(false, tell));
  return count;
}
