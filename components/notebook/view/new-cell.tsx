'use client';

import { useRef, useState } from 'react';
import { toMessage } from '../../../lib/util/app-error.ts';
import { executeCell, insertCell } from '../../api/actbook-api.ts';
import { useSessionId } from '../../api/session-id-context.tsx';
import { useLanguage } from '../../render/code/language-context.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { PlusIcon, RunIcon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notices/notice.tsx';
import { CellEditor } from '../cells/cell-editor-form.tsx';
import { useCommandHandler, useCommands } from '../commands/commands-context.ts';
import { NEW_CELL_DRAFT } from '../editor/drafts.ts';
import styles from './notebook-view.module.css';
import { VIEW_TEXTS } from './view-texts.ts';

/** Buttons and an editor for the user's own code and notes, at the end of the notebook. */
export function NewCell({ hasCode }: { hasCode: boolean }) {
  const sessionId = useSessionId();
  const { selection, drafts, inTurn, runCommand } = useCommands();
  const isPython = useLanguage() === 'python';
  const [state, setState] = useState(() => (drafts.read(NEW_CELL_DRAFT) === null ? 'closed' : 'restored'));
  /** Counts the cells that were written one after the other. */
  const [round, setRound] = useState(0);
  const lastRef = useRef<string | null>(null);
  const placeRef = useRef<HTMLDivElement>(null);
  const findField = () => placeRef.current?.querySelector<HTMLElement>('[role="textbox"], textarea');
  const focusField = () => findField()?.focus();
  const leaveField = () => findField()?.blur();
  const open = () => {
    // By a tab that was closed.
    const left = drafts.findAside(NEW_CELL_DRAFT);
    if (left && drafts.read(NEW_CELL_DRAFT) === null) drafts.takeUp(NEW_CELL_DRAFT, left);
    setState('open');
    lastRef.current = null;
    // If it is open already.
    focusField();
  };
  const hasText = drafts.read(NEW_CELL_DRAFT) !== null || drafts.findAside(NEW_CELL_DRAFT) !== null;
  const note = useAction(async () => {
    const inserted = inTurn(() => insertCell(sessionId, { type: 'markdown', source: '' }));
    await selection.follow(inserted, selection.edit);
  });
  // Kept here, because the editor closes before the cell runs.
  const [failure, setFailure] = useState('');
  useCommandHandler('cell-append', open);

  const insert = (source: string) => {
    setFailure('');
    return inTurn(() => insertCell(sessionId, { type: 'code', source }));
  };
  const execute = (cellId: string) => {
    lastRef.current = cellId;
    const run = inTurn(() => executeCell(sessionId, cellId));
    return run.catch((error: unknown) => setFailure(toMessage(error)));
  };
  const keep = async (source: string) => {
    const inserted = insert(source);
    const close = (cellId: string) => {
      // What was typed meanwhile is in no cell.
      if ((drafts.read(NEW_CELL_DRAFT)?.text ?? source) !== source) return null;
      drafts.remove(NEW_CELL_DRAFT);
      leaveField();
      setState('closed');
      return cellId;
    };
    await selection.follow(inserted.then(close));
    return inserted;
  };
  // The next field is there at once: what is typed while the cell is sent is for that one.
  const runAndContinue = (source: string) => {
    const begin = (text: string | null) => {
      if (text === null) drafts.remove(NEW_CELL_DRAFT);
      else drafts.write(NEW_CELL_DRAFT, { text });
      setState('open');
      setRound((before) => before + 1);
    };
    begin(null);
    insert(source).then(execute, (error: unknown) => {
      setFailure(toMessage(error));
      begin([source, drafts.read(NEW_CELL_DRAFT)?.text].filter(Boolean).join('\n'));
    });
  };
  // The user continues where they were.
  const cancel = () => {
    const cellId = lastRef.current ?? selection.getState().cellId;
    setState('closed');
    if (cellId !== null) selection.select(cellId);
  };
  return (
    <div ref={placeRef} className={styles.newCell} data-new-cell>
      {state !== 'closed' && (
        <CellEditor
          key={round}
          draftName={NEW_CELL_DRAFT}
          source=""
          label={VIEW_TEXTS.newCellField}
          takesFocus={state === 'open'}
          onRun={async (source, advances) => {
            if (source.trim() === '') return;
            if (advances) runAndContinue(source);
            else await execute(await keep(source));
          }}
          onLeave={async (source) => {
            // At once: the next keys are commands.
            leaveField();
            await keep(source).catch((error: unknown) => {
              focusField();
              throw error;
            });
          }}
          onCancel={cancel}
        />
      )}
      {state !== 'open' && (
        <>
          <Button look="quiet" onClick={open}>
            <PlusIcon size={14} /> {hasText ? VIEW_TEXTS.continueCell : VIEW_TEXTS.addCell}
          </Button>
          {isPython && (
            <Button look="quiet" onClick={() => runCommand('cell-append-sql')}>
              <PlusIcon size={14} /> {VIEW_TEXTS.addSql}
            </Button>
          )}
          <Button look="quiet" onClick={note.run}>
            <PlusIcon size={14} /> {VIEW_TEXTS.addNote}
          </Button>
          {hasCode && (
            <Button look="quiet" onClick={() => runCommand('run-all')}>
              <RunIcon size={14} /> {VIEW_TEXTS.runAll}
            </Button>
          )}
        </>
      )}
      {(failure || note.failure) && <Notice tone="danger">{failure || note.failure}</Notice>}
    </div>
  );
}
