'use client';

import { type KeyboardEvent, useState } from 'react';
import { renameSession } from '../api/sessions-api.ts';
import { useAction } from '../ui/use-action.ts';
import styles from './title-field.module.css';

interface TitleFieldProps {
  sessionId: string;
  title: string;
}

/** The notebook's title, edited in place: Enter or leaving keeps it, Escape reverts. */
export function TitleField({ sessionId, title }: TitleFieldProps) {
  const [text, setText] = useState(title);
  const save = useAction(() => renameSession(sessionId, text.trim()));
  const finish = () => {
    if (text.trim() === '') setText(title);
    else if (text.trim() !== title) save.run();
  };
  const pressKey = (event: KeyboardEvent<HTMLInputElement>) => {
    // While an input method composes, these keys are its own.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') event.currentTarget.blur();
    if (event.key !== 'Escape') return;
    // Escape would also stop a run.
    event.preventDefault();
    event.stopPropagation();
    setText(title);
  };
  return (
    <h1 className={styles.heading}>
      <input
        className={styles.field}
        aria-label="Title of the notebook"
        title={save.failure || text}
        value={text}
        placeholder="Untitled"
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        onBlur={finish}
        onKeyDown={pressKey}
      />
    </h1>
  );
}
