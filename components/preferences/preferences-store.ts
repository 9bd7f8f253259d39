import { type Preferences, parsePreferences } from './preferences.ts';

const KEY = 'actbook-preferences';

/** Runs before the first paint, so that a closed sidebar does not flash. Backticks: React escapes quotes. */
export const PREFERENCES_SCRIPT = `try{if(JSON.parse(localStorage.getItem(\`${KEY}\`)).isSidebarOpen===false)document.documentElement.dataset.sidebar=\`closed\`}catch{}`;

/** The preferences of this browser. A page has one. */
export interface PreferencesStore {
  /** The same object until something changes. Reads localStorage on the first call. */
  getSnapshot(): Preferences;
  /** Returns the function that removes the listener. */
  subscribe(listener: () => void): () => void;
  change(change: Partial<Preferences>): void;
  /** Applies changes from other tabs until the returned function is called. */
  follow(): () => void;
}

export function createPreferencesStore(): PreferencesStore {
  const listeners = new Set<() => void>();
  let preferences: Preferences | null = null;

  const getSnapshot = () => {
    preferences ??= readStored();
    return preferences;
  };
  const publish = (next: Preferences) => {
    preferences = next;
    if (next.isSidebarOpen) delete document.documentElement.dataset.sidebar;
    else document.documentElement.dataset.sidebar = 'closed';
    for (const listener of listeners) listener();
  };
  return {
    getSnapshot,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change: (change) => {
      const next = { ...getSnapshot(), ...change };
      try {
        localStorage.setItem(KEY, JSON.stringify(next));
      } catch {
        // Without storage, preferences last as long as the page.
      }
      publish(next);
    },
    follow: () => {
      const update = ({ key }: StorageEvent) => {
        // Null: everything was removed.
        if (key === KEY || key === null) publish(readStored());
      };
      addEventListener('storage', update);
      return () => removeEventListener('storage', update);
    },
  };
}

function readStored(): Preferences {
  try {
    return parsePreferences(localStorage.getItem(KEY) ?? '');
  } catch {
    return parsePreferences('');
  }
}
