'use client';

import { useState } from 'react';
import { CONTEXT_FILE } from '../../../lib/protocol/files/context-file.ts';
import type { GroupedFile } from '../../../lib/session/view/files/group-files.ts';
import { formatBytes } from '../../../lib/util/format-bytes.ts';
import { CONTEXT_TEXTS } from '../../api/context-texts.ts';
import { LargeDialog } from '../../ui/layers/large-dialog.tsx';
import { ContextEditor } from './context-editor.tsx';
import { FileDialog } from './file-dialog.tsx';
import { FILE_ROW_TEXTS } from './file-row-texts.ts';
import { groupEntries } from './group-entries.ts';
import { KernelTable } from './kernel-table.tsx';
import type { FileEntry } from './merge-files.ts';
import styles from './open-file.module.css';
import { toBaseName } from './split-name.ts';

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
  const folder = groupEntries(entries).find((each) => each.name === name && each.count > 1);
  if (folder) return <FolderDialog {...{ sessionId, folder, onClose }} />;
  const file = entries.find((each) => each.name === name && each.mark !== 'deleted');
  return file && <FileDialog {...{ sessionId, file, onRename, onClose }} />;
}

interface FolderDialogProps {
  sessionId: string;
  folder: GroupedFile<FileEntry>;
  onClose: () => void;
}

/** A folder of Parquet files as one table. */
function FolderDialog({ sessionId, folder, onClose }: FolderDialogProps) {
  const { name, bytes, count } = folder;
  return (
    <LargeDialog
      title={`${name}/`}
      facts={`${FILE_ROW_TEXTS.parts(count)}, ${formatBytes(bytes)}`}
      onClose={onClose}
    >
      <KernelTable
        sessionId={sessionId}
        address={{ source: 'files', name }}
        version={`${name} ${bytes}`}
        fileName={toBaseName(name)}
        onClose={onClose}
      />
    </LargeDialog>
  );
}

interface ContextDialogProps {
  sessionId: string;
  onClose: () => void;
}

/** The CONTEXT.md of a notebook, to read and write. Rendered only while it is open. */
function ContextDialog({ sessionId, onClose }: ContextDialogProps) {
  const [isChanged, setChanged] = useState(false);
  return (
    <LargeDialog title={CONTEXT_TEXTS.title} width="narrow" isHeld={isChanged} onClose={onClose}>
      <div className={styles.body}>
        <ContextEditor sessionId={sessionId} onChange={setChanged} />
      </div>
    </LargeDialog>
  );
}
