'use client';

import { type KeyboardEvent, useRef, useState } from 'react';
import { nameNotebook } from '../../../lib/session/view/titles/name-notebook.ts';
import { callApi } from '../../api/call-api.ts';
import { useCommandHandler } from '../../notebook/commands/commands-context.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { Notice } from '../../ui/notices/notice.tsx';
import { Toast } from '../../ui/notices/toast.tsx';
import { UI_TEXTS } from '../../ui/ui-texts.ts';
import { SESSION_TEXTS } from './session-texts.ts';
import styles from './title-field.module.css';

interface TitleFieldProps {
  sessionId: string;
  title: string;
}

/** The notebook's title, edited in place: Enter or leaving the field saves it, Escape restores it. */
export function TitleField({ sessionId, title }: TitleFieldProps) {
  const [isFocused, setFocused] = useState(false);
  const [draft, setDraft] = useState<string | null>(null);
  const [shown, setShown] = useState(title);
  const wantedRef = useRef('');
  const text = draft ?? title;
  const fieldRef = useRef<HTMLInputElement>(null);
  useCommandHandler('notebook-rename', () => fieldRef.current?.select());
  const save = useAction(async () => {
    let sent: string;
    do {
      sent = wantedRef.current;
      await callApi('changeSession', { params: { sessionId }, body: { title: sent } });
      // The user may have chosen another one meanwhile.
    } while (sent !== wantedRef.current);
  });
  if (shown !== title) {
    setShown(title);
    // The draft stays until it has been saved and arrives as the title.
    if (!isFocused && !(save.isRunning && text.trim() !== title)) setDraft(null);
  }
  const finish = () => {
    setFocused(false);
    if (draft === null) return;
    if (text.trim() !== '') wantedRef.current = text.trim();
    if (text.trim() === '' || (text.trim() === title && !save.isRunning)) setDraft(null);
    else save.run();
  };
  const pressKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') event.currentTarget.blur();
    if (event.key !== 'Escape') return;
    // It would also close an open drawer.
    event.preventDefault();
    event.stopPropagation();
    setDraft(null);
  };
  return (
    <>
      <h1 className={styles.heading}>
        <input
          ref={fieldRef}
          className={styles.field}
          aria-label={SESSION_TEXTS.title}
          title={text}
          value={text}
          placeholder={nameNotebook('')}
          maxLength={200}
          onChange={(event) => setDraft(event.target.value)}
          onFocus={() => setFocused(true)}
          onBlur={finish}
          onKeyDown={pressKey}
        />
      </h1>
      {save.failure && draft !== null && (
        <Toast>
          <Notice tone="danger" action={<Button onClick={save.run}>{UI_TEXTS.tryAgain}</Button>}>
            {SESSION_TEXTS.notRenamed} {save.failure}
          </Notice>
        </Toast>
      )}
    </>
  );
}
