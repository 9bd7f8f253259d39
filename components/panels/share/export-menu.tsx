'use client';

import { useState } from 'react';
import type { ExportFormat } from '../../../lib/protocol/sessions/export-format.ts';
import { toApiUrl } from '../../api/call-api.ts';
import { CommandMenu } from '../../notebook/commands/command-menu.tsx';
import { CommandMessage } from '../../notebook/commands/command-message.tsx';
import { useCommandHandler } from '../../notebook/commands/commands-context.ts';
import type { CommandId } from '../../notebook/commands/table/command-table.ts';
import { DownloadIcon } from '../../ui/icons.tsx';
import { createLate } from '../../ui/layers/create-late.tsx';
import { saveUrl } from '../../ui/text/clipboard.ts';
import { EXPORT_TEXTS } from './export-texts.ts';

const ShareDialog = createLate(async () => (await import('./share-dialog.tsx')).ShareDialog);

const GROUPS: readonly (readonly CommandId[])[] = [
  ['export-ipynb', 'export-py', 'export-html', 'export-md'],
  ['notebook-print', 'notebook-share'],
];

interface ExportMenuProps {
  sessionId: string;
  /** Whether the session has files that the notebook may read. */
  hasFiles: boolean;
}

/** Downloads, prints and shares the notebook. */
export function ExportMenu({ sessionId, hasFiles }: ExportMenuProps) {
  const [isSharing, setSharing] = useState(false);
  // Its own: by the time it ends, the message of commands is another's.
  const [progress, setProgress] = useState<string | null>(null);
  const toUrl = (format: ExportFormat) =>
    toApiUrl('exportSession', { params: { sessionId }, query: { format } });
  const download = (format: ExportFormat) => () => saveUrl(toUrl(format), '');
  useCommandHandler('export-ipynb', download('ipynb'));
  useCommandHandler('export-py', download('py'));
  useCommandHandler('export-html', download('html'));
  useCommandHandler('export-md', download('md'));
  useCommandHandler('notebook-print', async () => {
    setProgress(EXPORT_TEXTS.preparing);
    try {
      const { printNotebook } = await import('./print-notebook.ts');
      await printNotebook(toUrl('html'), () => setProgress(EXPORT_TEXTS.slowCharts));
    } finally {
      setProgress(null);
    }
  });
  useCommandHandler('notebook-share', () => setSharing(true));
  return (
    <>
      <CommandMenu
        label={EXPORT_TEXTS.menu}
        icon={<DownloadIcon />}
        groups={GROUPS}
        note={hasFiles ? EXPORT_TEXTS.dataFiles : undefined}
      />
      <CommandMessage
        message={progress === null ? null : { text: progress }}
        onClose={() => setProgress(null)}
      />
      {isSharing && <ShareDialog sessionId={sessionId} onClose={() => setSharing(false)} />}
    </>
  );
}
