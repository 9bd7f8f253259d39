import { DEFAULT_PREFERENCES, type Preferences, parsePreferences } from './preferences.ts';

const KEY = 'actbook-preferences';

/** Runs before the first paint, so that a closed sidebar does not flash, nor wrapped code. Backticks: React escapes quotes. */
export const PREFERENCES_SCRIPT = `try{const p=JSON.parse(localStorage.getItem(\`${KEY}\`)),d=document.documentElement.dataset;if(p.isSidebarOpen===false)d.sidebar=\`closed\`;if(p.wrapsCode===true)d.wrap=\`true\`}catch{}`;

/** The preferences of this browser. A page has one. */
export interface PreferencesStore {
  /** The same object until something changes. Reads localStorage on the first call. */
  getSnapshot(): Preferences;
  /** Returns the function that removes the listener. */
  subscribe(listener: () => void): () => void;
  /** Changes what is stored now, which another page may have changed since this one read it. */
  change(change: Partial<Preferences>): void;
  /** Applies changes from other pages until the returned function is called. */
  follow(): () => void;
}

export function createPreferencesStore(): PreferencesStore {
  const listeners = new Set<() => void>();
  let preferences: Preferences | null = null;
  let canStore = true;

  const getSnapshot = () => {
    preferences ??= readStored() ?? DEFAULT_PREFERENCES;
    return preferences;
  };
  const readCurrent = () => (canStore ? readStored() : null) ?? getSnapshot();
  const publish = (next: Preferences) => {
    preferences = next;
    if (next.isSidebarOpen) delete document.documentElement.dataset.sidebar;
    else document.documentElement.dataset.sidebar = 'closed';
    if (next.wrapsCode) document.documentElement.dataset.wrap = 'true';
    else delete document.documentElement.dataset.wrap;
    for (const listener of listeners) listener();
  };
  return {
    getSnapshot,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change: (change) => {
      const next = { ...readCurrent(), ...change };
      try {
        localStorage.setItem(KEY, JSON.stringify(next));
        canStore = true;
      } catch {
        // Without storage, preferences last as long as the page.
        canStore = false;
      }
      publish(next);
    },
    follow: () => {
      const update = ({ key }: StorageEvent) => {
        // Null: everything was removed.
        if (key === KEY || key === null) publish(readCurrent());
      };
      // A page that the Back button restores has missed the storage events.
      const restore = ({ persisted }: PageTransitionEvent) => {
        if (persisted) publish(readCurrent());
      };
      addEventListener('storage', update);
      addEventListener('pageshow', restore);
      return () => {
        removeEventListener('storage', update);
        removeEventListener('pageshow', restore);
      };
    },
  };
}

/** Null without storage. */
function readStored(): Preferences | null {
  try {
    return parsePreferences(localStorage.getItem(KEY) ?? '');
  } catch {
    return null;
  }
}
