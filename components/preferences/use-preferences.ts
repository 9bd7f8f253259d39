'use client';

import { useContext, useSyncExternalStore } from 'react';
import { DEFAULT_PREFERENCES, type Preferences } from './preferences.ts';
import { PreferencesContext } from './preferences-context.ts';
import type { PreferencesStore } from './preferences-store.ts';

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
