'use client';

import { CONTEXT_FILE } from '../../../lib/protocol/files/context-file.ts';
import { ContextDialog } from './context-dialog.tsx';
import { FileDialog } from './file-dialog.tsx';
import type { FileEntry } from './merge-files.ts';

interface OpenFileProps {
  sessionId: string;
  name: string;
  entries: readonly FileEntry[];
  /** Called with its new name. */
  onRename: (name: string) => void;
  onClose: () => void;
}

/** The dialog of a file, as long as that is there. Definitions can be opened before there is a file. */
export function OpenFile({ sessionId, name, entries, onRename, onClose }: OpenFileProps) {
  if (name === CONTEXT_FILE) return <ContextDialog {...{ sessionId, onClose }} />;
  const file = entries.find((each) => each.name === name && each.mark !== 'deleted');
  return file && <FileDialog {...{ sessionId, file, onRename, onClose }} />;
}
