'use client';

import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { DEFAULT_PREFERENCES, type Preferences } from './preferences.ts';
import { createPreferencesStore, type PreferencesStore } from './preferences-store.ts';

/** Null outside a page. */
const PreferencesContext = createContext<PreferencesStore | null>(null);

/** The user's settings; the defaults while the server draws the page. */
export function usePreferences(): Preferences {
  const { subscribe, getSnapshot } = useStore();
  return useSyncExternalStore(subscribe, getSnapshot, () => DEFAULT_PREFERENCES);
}

/** Stores preferences. The function stays the same. */
export function useChangePreferences(): (change: Partial<Preferences>) => void {
  return useStore().change;
}

function useStore(): PreferencesStore {
  const store = useContext(PreferencesContext);
  if (!store) throw new Error('There are no preferences outside a page.');
  return store;
}

/** Gives the components of a page its preferences. */
export function PreferencesProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createPreferencesStore);
  useEffect(() => store.follow(), [store]);
  return <PreferencesContext value={store}>{children}</PreferencesContext>;
}
