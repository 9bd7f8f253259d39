'use client';

import { useRef, useState } from 'react';
import { toMessage } from '../../../lib/util/app-error.ts';
import { executeCell, insertCell } from '../../api/actbook-api.ts';
import { useSessionId } from '../../api/session-id-context.tsx';
import { Button } from '../../ui/button.tsx';
import { PlusIcon, RunIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';
import { CellEditor } from '../cells/cell-editor-form.tsx';
import { useCommandHandler, useCommands } from '../commands/commands-context.ts';
import styles from './notebook-view.module.css';
import { useClearOfDock } from './use-clear-of-dock.ts';
import { VIEW_TEXTS } from './view-texts.ts';

const DRAFT = 'new';

/** Buttons and an editor for the user's own code and notes, at the end of the notebook. */
export function NewCell({ hasCode }: { hasCode: boolean }) {
  const sessionId = useSessionId();
  const { selection, drafts, runCommand } = useCommands();
  const [state, setState] = useState(() => (drafts.read(DRAFT) === null ? 'closed' : 'restored'));
  const open = () => {
    // Left by a tab that was closed.
    if (drafts.read(DRAFT) === null) drafts.takeUp(DRAFT);
    setState('open');
  };
  const hasText = drafts.read(DRAFT) !== null || drafts.findAside(DRAFT) !== null;
  const note = useAction(async () => {
    selection.edit(await insertCell(sessionId, { type: 'markdown', source: '' }));
  });
  // Kept here, because the editor closes before the cell runs.
  const [failure, setFailure] = useState('');
  const placeRef = useRef<HTMLDivElement>(null);
  useClearOfDock(placeRef);
  useCommandHandler('cell-append', () => {
    open();
    placeRef.current?.querySelector<HTMLElement>('[role="textbox"], textarea')?.focus();
  });

  const run = async (source: string) => {
    setFailure('');
    const cellId = await insertCell(sessionId, { type: 'code', source });
    drafts.remove(DRAFT);
    setState('closed');
    selection.select(cellId);
    await executeCell(sessionId, cellId).catch((error: unknown) => setFailure(toMessage(error)));
  };
  // The user continues where they were.
  const cancel = () => {
    const { cellId } = selection.getState();
    setState('closed');
    if (cellId !== null) selection.select(cellId);
  };
  return (
    <div ref={placeRef} className={styles.newCell}>
      {state !== 'closed' ? (
        <CellEditor
          draftName={DRAFT}
          source=""
          label={VIEW_TEXTS.newCellField}
          takesFocus={state === 'open'}
          onRun={run}
          onCancel={cancel}
        />
      ) : (
        <>
          <Button look="quiet" onClick={open}>
            <PlusIcon size={14} /> {hasText ? VIEW_TEXTS.continueCell : VIEW_TEXTS.addCell}
          </Button>
          <Button look="quiet" onClick={note.run}>
            <PlusIcon size={14} /> {VIEW_TEXTS.addNote}
          </Button>
          {hasCode && (
            <Button look="quiet" onClick={() => runCommand('run-all')}>
              <RunIcon size={14} /> {VIEW_TEXTS.runAll}
            </Button>
          )}
          {(failure || note.failure) && <Notice tone="danger">{failure || note.failure}</Notice>}
        </>
      )}
    </div>
  );
}
