'use client';

import type { Session } from '../../lib/session/session.ts';
import { FileIcon, RunFactsIcon } from '../ui/icons.tsx';
import { FilesPanel } from './files-panel.tsx';
import { RunPanel } from './run-panel.tsx';
import { Sidebar } from './sidebar.tsx';
import type { SidebarState } from './use-sidebar.ts';

/** Around a notebook: what belongs to it and is not in it. */
export function SessionSidebar({ session, state }: { session: Session; state: SidebarState }) {
  return (
    <Sidebar
      state={state}
      panels={[
        { id: 'files', label: 'Files', icon: <FileIcon />, content: <FilesPanel session={session} /> },
        {
          id: 'run',
          label: 'Run and kernel',
          icon: <RunFactsIcon />,
          content: <RunPanel session={session} />,
        },
      ]}
    />
  );
}
