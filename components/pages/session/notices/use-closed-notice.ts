import { useState } from 'react';

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
  const [closed, setClosed] = useState(() => readClosed(storageKey));
  const close = () => {
    setClosed(subject);
    writeClosed(storageKey, subject);
  };
  return { isClosed: closed === subject, close };
}

function readClosed(storageKey: string): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function writeClosed(storageKey: string, subject: string): void {
  try {
    sessionStorage.setItem(storageKey, subject);
  } catch {
    // The browser stores nothing: it stays closed until the page is left.
  }
}
