'use client';

import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { keepInTab, readFromTab } from '../../ui/tab-storage.ts';

/** What the user has folded and unfolded in this notebook, kept while the tab is open and through a reload. */
interface Folds {
  /** Null when the user has not chosen. */
  isFolded(key: string): boolean | null;
  fold(keys: readonly string[], isFolded: boolean): void;
}

const FoldsContext = createContext<Folds>({ isFolded: () => null, fold: () => {} });

export function useFolds(): Folds {
  return useContext(FoldsContext);
}

/** For the browser only, because it reads the tab's storage. */
export function FoldsProvider({ sessionId, children }: { sessionId: string; children: ReactNode }) {
  const storageKey = `actbook-folds-${sessionId}`;
  const [folded, setFolded] = useState(() => readFolds(storageKey));
  const fold = useCallback(
    (keys: readonly string[], isFolded: boolean) =>
      setFolded((before) => {
        const after = { ...before, ...Object.fromEntries(keys.map((key) => [key, isFolded])) };
        keepInTab(storageKey, JSON.stringify(after));
        return after;
      }),
    [storageKey],
  );
  const folds = useMemo(() => ({ isFolded: (key: string) => folded[key] ?? null, fold }), [folded, fold]);
  return <FoldsContext.Provider value={folds}>{children}</FoldsContext.Provider>;
}

function readFolds(storageKey: string): Record<string, boolean> {
  try {
    const read: unknown = JSON.parse(readFromTab(storageKey) ?? '{}');
    const entries = Object.entries(read ?? {}).filter(([, value]) => typeof value === 'boolean');
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}
