'use client';

import { useState } from 'react';
import { MAX_CONTEXT_LENGTH } from '../../../lib/protocol/files/context-file.ts';
import { readContext, writeContext } from '../../api/context-api.ts';
import { CONTEXT_TEXTS } from '../../api/context-texts.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { useLoaded } from '../../ui/hooks/use-loaded.ts';
import { LoadState } from '../../ui/notices/load-state.tsx';
import { Notice } from '../../ui/notices/notice.tsx';
import styles from './context-editor.module.css';

interface ContextEditorProps {
  /** Of the notebook; null: what counts for all. */
  sessionId: string | null;
  /** Called with whether there is something to save. */
  onChange: (isChanged: boolean) => void;
}

/** A field for what the user writes down for the agent. What cannot be saved stays in it. */
export function ContextEditor({ sessionId, onChange }: ContextEditorProps) {
  const loaded = useLoaded(sessionId ?? '', () => readContext(sessionId));
  return (
    <>
      <LoadState loaded={loaded} waiting={CONTEXT_TEXTS.reading} />
      {loaded.value !== null && <ContextField {...{ sessionId, onChange }} text={loaded.value} />}
    </>
  );
}

function ContextField({ sessionId, text, onChange }: ContextEditorProps & { text: string }) {
  const [saved, setSaved] = useState(text);
  // Null until something was written: a field changes line ends by itself.
  const [written, setWritten] = useState<string | null>(null);
  const [isSaved, setDone] = useState(false);
  const save = useAction(async () => {
    if (written === null) return;
    await writeContext(sessionId, written, saved);
    setSaved(written);
    setWritten((now) => (now === written ? null : now));
    setDone(true);
    onChange(false);
  });
  const { length } = (written ?? saved).trim();
  return (
    <div className={styles.editor}>
      <p className={styles.hint}>{sessionId === null ? CONTEXT_TEXTS.ofHome : CONTEXT_TEXTS.ofNotebook}</p>
      <textarea
        className={styles.field}
        aria-label={CONTEXT_TEXTS.field}
        placeholder={CONTEXT_TEXTS.example}
        value={written ?? saved}
        readOnly={save.isRunning}
        onChange={({ target }) => {
          setWritten(target.value);
          setDone(false);
          onChange(true);
        }}
      />
      {length > MAX_CONTEXT_LENGTH && <Notice tone="warning">{CONTEXT_TEXTS.tooLong(length)}</Notice>}
      {save.failure && <Notice tone="danger">{save.failure}</Notice>}
      <div className={styles.foot}>
        <Button look="primary" onClick={save.run} disabled={save.isRunning || written === null}>
          {CONTEXT_TEXTS.save}
        </Button>
        <span className={styles.hint} role="status">
          {isSaved && CONTEXT_TEXTS.saved}
        </span>
      </div>
    </div>
  );
}
