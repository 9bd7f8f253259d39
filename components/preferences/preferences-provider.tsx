'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { PreferencesContext } from './preferences-context.ts';
import { createPreferencesStore } from './preferences-store.ts';

/** Gives the components of a page its preferences. */
export function PreferencesProvider({ children }: { children: ReactNode }) {
  const [store] = useState(createPreferencesStore);
  useEffect(() => store.follow(), [store]);
  return <PreferencesContext value={store}>{children}</PreferencesContext>;
}
