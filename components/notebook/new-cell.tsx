'use client';

import { useState } from 'react';
import { executeCell, insertCell } from '../api/actbook-api.ts';
import { CellEditor } from '../cell/cell-editor.tsx';
import { useCommand } from '../commands/commands-context.ts';
import { useSessionId } from '../output/session-id-context.tsx';
import { Button } from '../ui/button.tsx';
import { PlusIcon } from '../ui/icons.tsx';
import styles from './notebook-view.module.css';

/** The place for a person's own code, after all that is there. */
export function NewCell() {
  const sessionId = useSessionId();
  const [isWriting, setWriting] = useState(false);
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
        <Button look="quiet" onClick={() => setWriting(true)}>
          <PlusIcon size={14} /> Add a cell
        </Button>
      )}
    </div>
  );
}
