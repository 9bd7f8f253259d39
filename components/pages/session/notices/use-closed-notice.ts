import { useState } from 'react';
import { keepInTab, readFromTab } from '../../../ui/tab-storage.ts';

/**
 * Whether the user has closed a notice of this kind about `subject`, which tells e.g. one loss from the next. It stays
 * closed in this tab, even after a reload.
 */
export function useClosedNotice(
  kind: 'loss' | 'batch',
  sessionId: string,
  subject: string,
): { isClosed: boolean; close: () => void } {
  const storageKey = `actbook-closed-${kind}-${sessionId}`;
  const [closed, setClosed] = useState(() => readFromTab(storageKey));
  const close = () => {
    setClosed(subject);
    keepInTab(storageKey, subject);
  };
  return { isClosed: closed === subject, close };
}
