/** What a person set for this browser, kept in localStorage; the theme stands by itself (components/ui/theme.ts). */

export interface Preferences {
  /** Whether the sidebar stands beside the notebook where there is room for both. */
  readonly isSidebarOpen: boolean;
  /** Its panel; empty: the first. */
  readonly sidebarPanel: string;
}

const DEFAULTS: Preferences = { isSidebarOpen: true, sidebarPanel: '' };

const KEY = 'actbook-preferences';
/** Tells this tab; others get `storage`. */
const CHANGED = 'actbook-preferences';

/** Runs before the first paint, so that a closed sidebar does not flash. Backticks: React escapes quotes. */
export const PREFERENCES_SCRIPT = `try{if(JSON.parse(localStorage.getItem(\`${KEY}\`)).isSidebarOpen===false)document.documentElement.dataset.sidebar=\`closed\`}catch{}`;

/** As text: the same until something changed. Empty where nothing is kept or nothing may be. */
export function readPreferencesText(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

/** What is kept and has the type it should; the defaults for the rest. */
export function parsePreferences(text: string): Preferences {
  const kept = parseObject(text);
  const known = Object.entries(DEFAULTS).filter(([key, value]) => typeof kept[key] !== typeof value);
  return { ...DEFAULTS, ...kept, ...Object.fromEntries(known) };
}

export function changePreferences(change: Partial<Preferences>): void {
  const next = { ...parsePreferences(readPreferencesText()), ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // A browser that keeps nothing has the defaults.
  }
  if (next.isSidebarOpen) delete document.documentElement.dataset.sidebar;
  else document.documentElement.dataset.sidebar = 'closed';
  dispatchEvent(new Event(CHANGED));
}

/** Calls back when something was set, here or in another tab; returns the function that stops it. */
export function onPreferencesChange(listener: () => void): () => void {
  addEventListener(CHANGED, listener);
  addEventListener('storage', listener);
  return () => {
    removeEventListener(CHANGED, listener);
    removeEventListener('storage', listener);
  };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
