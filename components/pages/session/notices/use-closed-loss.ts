import { useState } from 'react';

/** Whether the user has closed the notice about a loss. It stays closed in this tab, even after a reload. */
export function useClosedLoss(sessionId: string, epoch: number): { isClosed: boolean; close: () => void } {
  const storageKey = `actbook-closed-loss-${sessionId}`;
  const [closed, setClosed] = useState(() => readClosed(storageKey));
  const close = () => {
    setClosed(String(epoch));
    writeClosed(storageKey, String(epoch));
  };
  return { isClosed: closed === String(epoch), close };
}

function readClosed(storageKey: string): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function writeClosed(storageKey: string, epoch: string): void {
  try {
    sessionStorage.setItem(storageKey, epoch);
  } catch {
    // The browser stores nothing: it stays closed until the page is left.
  }
}
