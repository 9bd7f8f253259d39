'use client';

import { useMemo, useSyncExternalStore } from 'react';
import {
  onPreferencesChange,
  type Preferences,
  parsePreferences,
  readPreferencesText,
} from './preferences.ts';

/** What the person set; the defaults while the server draws the page. */
export function usePreferences(): Preferences {
  const text = useSyncExternalStore(onPreferencesChange, readPreferencesText, () => '');
  return useMemo(() => parsePreferences(text), [text]);
}
