'use client';

import { useSyncExternalStore } from 'react';
import { AutoThemeIcon, MoonIcon, SunIcon } from '../icons.tsx';
import { chooseTheme, onThemeChange, readThemeChoice, type ThemeChoice } from '../theme.ts';
import { UI_TEXTS } from '../ui-texts.ts';
import { IconButton } from './button.tsx';

const NEXT: Record<ThemeChoice, ThemeChoice> = { system: 'light', light: 'dark', dark: 'system' };
const ICONS = { system: AutoThemeIcon, light: SunIcon, dark: MoonIcon };

/** Steps through the system, light, and dark themes. */
export function ThemeToggle() {
  const choice = useSyncExternalStore<ThemeChoice>(onThemeChange, readThemeChoice, () => 'system');
  const Icon = ICONS[choice];
  const label = UI_TEXTS.theme(choice, NEXT[choice]);
  return (
    <IconButton label={label} onClick={() => chooseTheme(NEXT[choice])}>
      <Icon />
    </IconButton>
  );
}
