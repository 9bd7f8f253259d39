'use client';

import { useState } from 'react';
import { executeCell, insertCell } from '../api/actbook-api.ts';
import { CellEditor } from '../cell/cell-editor.tsx';
import { useCommand, useCommands } from '../commands/commands-context.ts';
import { useSessionId } from '../output/session-id-context.tsx';
import { Button } from '../ui/button.tsx';
import { PlusIcon, RunIcon } from '../ui/icons.tsx';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import styles from './notebook-view.module.css';

/** The place for a person's own code and notes, after all that is there. */
export function NewCell({ hasCode }: { hasCode: boolean }) {
  const sessionId = useSessionId();
  const [isWriting, setWriting] = useState(false);
  const { selection, perform } = useCommands();
  const note = useAction(async () => {
    selection.edit(await insertCell(sessionId, { type: 'markdown', source: '' }));
  });
  useCommand('cell-append', () => setWriting(true));

  const run = async (source: string) => {
    const cellId = await insertCell(sessionId, { type: 'code', source });
    setWriting(false);
    await executeCell(sessionId, cellId);
  };
  return (
    <div className={styles.newCell}>
      {isWriting ? (
        <CellEditor source="" label="Code of a new cell" onRun={run} onCancel={() => setWriting(false)} />
      ) : (
        <>
          <Button look="quiet" onClick={() => setWriting(true)}>
            <PlusIcon size={14} /> Add a cell
          </Button>
          <Button look="quiet" onClick={note.run}>
            <PlusIcon size={14} /> Add a note
          </Button>
          {hasCode && (
            <Button look="quiet" onClick={() => perform('run-all')}>
              <RunIcon size={14} /> Run all
            </Button>
          )}
          {note.failure && <Notice tone="danger">{note.failure}</Notice>}
        </>
      )}
    </div>
  );
}
