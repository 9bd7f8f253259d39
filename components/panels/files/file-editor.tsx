'use client';

import { useState } from 'react';
import { callApi } from '../../api/call-api.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { Notice } from '../../ui/notices/notice.tsx';
import styles from './file-dialog.module.css';
import { FILE_DIALOG_TEXTS } from './file-dialog-texts.ts';

interface FileEditorProps {
  sessionId: string;
  name: string;
  text: string;
  /** Called with whether there is something to save. */
  onChange: (isChanged: boolean) => void;
  onSaved: () => void;
  onEnd: () => void;
}

/** A field for the text of a file; its line ends stay as they are. */
export function FileEditor({ sessionId, name, text, onChange, onSaved, onEnd }: FileEditorProps) {
  const [first] = useState(() => text.replaceAll('\r\n', '\n'));
  const [written, setWritten] = useState(first);
  const action = useAction(async () => {
    const saved = text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written;
    await callApi('addFile', { params: { sessionId, path: name }, body: new Blob([saved]) });
    onSaved();
    onEnd();
  });
  return (
    <>
      <textarea
        ref={focusFirst}
        className={styles.writing}
        aria-label={FILE_DIALOG_TEXTS.textOf(name)}
        value={written}
        spellCheck={false}
        autoCapitalize="off"
        onChange={({ target }) => {
          setWritten(target.value);
          onChange(target.value !== first);
        }}
      />
      <div className={styles.form}>
        <Button look="primary" onClick={action.run} disabled={action.isRunning || written === first}>
          {FILE_DIALOG_TEXTS.save}
        </Button>
        <Button onClick={onEnd}>{FILE_DIALOG_TEXTS.cancel}</Button>
        <span className={styles.hint}>{FILE_DIALOG_TEXTS.savedAsNew}</span>
        {action.failure && <Notice tone="danger">{action.failure}</Notice>}
      </div>
    </>
  );
}

function focusFirst(field: HTMLTextAreaElement | null): void {
  field?.focus();
}
