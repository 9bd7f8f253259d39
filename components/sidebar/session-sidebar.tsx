'use client';

import { isWaitingForPerson, type Session } from '../../lib/session/session.ts';
import type { Uploads } from '../files/use-uploads.ts';
import { OutlinePanel } from '../outline/outline-panel.tsx';
import type { Deletion } from '../session/use-deletion.ts';
import { SessionList } from '../sessions/session-list.tsx';
import { FileIcon, NotebooksIcon, OutlineIcon, RunFactsIcon, VariablesIcon } from '../ui/icons.tsx';
import { FilesPanel } from './files-panel.tsx';
import { RunPanel } from './run-panel.tsx';
import { Sidebar, type SidebarPanel } from './sidebar.tsx';
import type { SidebarState } from './use-sidebar.ts';
import { VariablesPanel } from './variables-panel.tsx';

interface SessionSidebarProps {
  session: Session;
  state: SidebarState;
  uploads: Uploads;
  /** Of this notebook. */
  deletion: Deletion;
}

/** Around a notebook: what belongs to it and is not in it, and the other notebooks. */
export function SessionSidebar({ session, state, uploads, deletion }: SessionSidebarProps) {
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
          version={describeRow(session)}
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
