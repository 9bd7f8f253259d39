'use client';

import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { Notice } from '../../../ui/notices/notice.tsx';
import { CONNECT_TEXTS } from './connect-texts.ts';

/** How Escape leaves a form: at once where nothing was typed, else it shows a question, and takes it back when it is pressed again. */
export function useLeaving(
  fields: object,
  onCancel: () => void,
): { press: (event: KeyboardEvent) => void; question: ReactNode } {
  const [first] = useState(() => JSON.stringify(fields));
  const [isLeaving, setLeaving] = useState(false);
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // Not the whole dialog with what was typed.
    event.preventDefault();
    if (JSON.stringify(fields) === first) return onCancel();
    setLeaving(!isLeaving);
  };
  const question = isLeaving && (
    <Notice tone="warning" action={<Button onClick={onCancel}>{CONNECT_TEXTS.discard}</Button>}>
      {CONNECT_TEXTS.unsaved}
    </Notice>
  );
  return { press, question };
}
