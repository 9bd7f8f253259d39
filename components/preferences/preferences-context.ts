'use client';

import { createContext } from 'react';
import type { PreferencesStore } from './preferences-store.ts';

/** Null outside a page. */
export const PreferencesContext = createContext<PreferencesStore | null>(null);
