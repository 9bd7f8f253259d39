'use client';

import { useState } from 'react';
import { callApi } from '../../api/call-api.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { Notice } from '../../ui/notices/notice.tsx';
import styles from './file-dialog.module.css';
import { FILE_DIALOG_TEXTS } from './file-dialog-texts.ts';

interface RenameFormProps {
  sessionId: string;
  name: string;
  /** Called with the new name. */
  onRename: (name: string) => void;
  onEnd: () => void;
}

/** A field for a file's name, with its folders. */
export function RenameForm({ sessionId, name, onRename, onEnd }: RenameFormProps) {
  const [wanted, setWanted] = useState(name);
  const action = useAction(async () => {
    if (wanted.trim() !== name) {
      const call = { params: { sessionId, path: name }, body: { name: wanted.trim() } };
      onRename((await callApi('renameFile', call)).name);
    }
    onEnd();
  });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        action.run();
      }}
    >
      <input
        ref={focusField}
        className={styles.field}
        aria-label={FILE_DIALOG_TEXTS.newName}
        value={wanted}
        maxLength={1000}
        required
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => setWanted(target.value)}
      />
      <Button look="primary" type="submit" disabled={action.isRunning}>
        {FILE_DIALOG_TEXTS.rename}
      </Button>
      <Button onClick={onEnd}>{FILE_DIALOG_TEXTS.cancel}</Button>
      {action.failure && <Notice tone="danger">{action.failure}</Notice>}
    </form>
  );
}

function focusField(field: HTMLInputElement | null): void {
  field?.focus();
}
