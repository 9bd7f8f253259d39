'use client';

import { useState } from 'react';
import { CONTEXT_FILE } from '../../../lib/protocol/files/context-file.ts';
import { CONTEXT_TEXTS } from '../../api/context-texts.ts';
import { LargeDialog } from '../../ui/layers/large-dialog.tsx';
import { ContextEditor } from './context-editor.tsx';
import { FileDialog } from './file-dialog.tsx';
import type { FileEntry } from './merge-files.ts';
import styles from './open-file.module.css';

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
