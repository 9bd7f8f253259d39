/** What a person set for this browser, kept in localStorage; the theme stands by itself (components/ui/theme.ts). */
import type { ApprovalMode, ModelInfo } from '../../lib/protocol/run.ts';

export interface Preferences {
  /** Whether the sidebar stands beside the notebook where there is room for both. */
  readonly isSidebarOpen: boolean;
  /** Its panel; empty: the first. */
  readonly sidebarPanel: string;
  /** Of new notebooks; null: as the server is set up. */
  readonly model: ModelInfo | null;
  /** Whether answers in new notebooks are reviewed; null: as the server is set up. */
  readonly review: boolean | null;
  /** Of new notebooks: name of a kernelspec. */
  readonly kernel: string;
  readonly approval: ApprovalMode;
  /** Whether keys without Ctrl or Command do something where nobody writes. */
  readonly hasSingleKeys: boolean;
}

export const DEFAULT_KERNEL = 'python3';

const DEFAULTS: Preferences = {
  isSidebarOpen: true,
  sidebarPanel: '',
  model: null,
  review: null,
  kernel: DEFAULT_KERNEL,
  approval: 'never',
  hasSingleKeys: true,
};

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
  const { isSidebarOpen, sidebarPanel, model, review, kernel, approval, hasSingleKeys } = kept;
  return {
    isSidebarOpen: isSidebarOpen !== false,
    sidebarPanel: typeof sidebarPanel === 'string' ? sidebarPanel : DEFAULTS.sidebarPanel,
    model: isModelInfo(model) ? model : DEFAULTS.model,
    review: typeof review === 'boolean' ? review : DEFAULTS.review,
    kernel: typeof kernel === 'string' && kernel !== '' ? kernel : DEFAULTS.kernel,
    approval: APPROVALS.find((mode) => mode === approval) ?? DEFAULTS.approval,
    hasSingleKeys: hasSingleKeys !== false,
  };
}

const APPROVALS: readonly ApprovalMode[] = ['never', 'risky', 'always'];

function isModelInfo(value: unknown): value is ModelInfo {
  if (typeof value !== 'object' || value === null) return false;
  const texts = ['id', 'label', 'kind'].map((key) => Reflect.get(value, key));
  return texts.every((text) => typeof text === 'string');
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
