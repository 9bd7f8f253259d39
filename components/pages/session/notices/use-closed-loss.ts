import { useState } from 'react';

/**
 * Whether the user has closed the notice about a loss, which `loss` identifies. It stays closed in this tab, even after a
 * reload.
 */
export function useClosedLoss(sessionId: string, loss: string): { isClosed: boolean; close: () => void } {
  const storageKey = `actbook-closed-loss-${sessionId}`;
  const [closed, setClosed] = useState(() => readClosed(storageKey));
  const close = () => {
    setClosed(loss);
    writeClosed(storageKey, loss);
  };
  return { isClosed: closed === loss, close };
}

function readClosed(storageKey: string): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function writeClosed(storageKey: string, loss: string): void {
  try {
    sessionStorage.setItem(storageKey, loss);
  } catch {
    // The browser stores nothing: it stays closed until the page is left.
  }
}
