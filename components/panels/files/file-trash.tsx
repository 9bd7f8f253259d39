'use client';

import type { TrashedFile } from '../../../lib/protocol/files/trashed-file.ts';
import { TRASH_MS } from '../../../lib/protocol/trash-ms.ts';
import { formatBytes } from '../../../lib/util/format-bytes.ts';
import { callApi } from '../../api/call-api.ts';
import { readServerTime } from '../../ui/hooks/server-time.ts';
import { TrashDialog } from '../trash/trash-dialog.tsx';
import { FILE_DIALOG_TEXTS } from './file-dialog-texts.ts';
import { FILE_ROW_TEXTS } from './file-row-texts.ts';

interface FileTrashProps {
  sessionId: string;
  files: readonly TrashedFile[];
  /** Called when something was restored or removed. */
  onChange: () => void;
  onClose: () => void;
}

/** Files of the notebook that were deleted, or replaced by an upload of the same name. */
export function FileTrash({ sessionId, files, onChange, onClose }: FileTrashProps) {
  return (
    <TrashDialog
      title={FILE_ROW_TEXTS.trashTitle}
      note={FILE_DIALOG_TEXTS.trashKept}
      lost={FILE_DIALOG_TEXTS.eraseText}
      entries={files.map(({ id, name, bytes, reason, deletedAt }) => ({
        id,
        name,
        facts: formatBytes(bytes),
        reason,
        deletedAt,
        keptMs: deletedAt + TRASH_MS - readServerTime(),
      }))}
      onRestore={async (fileId) => void (await callApi('restoreFile', { params: { sessionId, fileId } }))}
      onErase={(fileId) => callApi('eraseFile', { params: { sessionId, fileId } })}
      onChange={onChange}
      onClose={onClose}
    />
  );
}
