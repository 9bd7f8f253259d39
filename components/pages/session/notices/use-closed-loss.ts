import { useState } from 'react';

/** Whether a person has closed what the page says of a loss. It stays so in this tab, also through a reload. */
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
    // A browser that keeps nothing: it stays closed as long as the page.
  }
}
