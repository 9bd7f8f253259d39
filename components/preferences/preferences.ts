/** The user's settings for this browser, except the theme (components/ui/theme.ts). */
import type { ApprovalMode, ModelInfo } from '../../lib/protocol/runs/run.ts';

export interface Preferences {
  /** Whether the sidebar is next to the notebook where there is room for both. */
  readonly isSidebarOpen: boolean;
  /** The open panel; empty: the first. */
  readonly sidebarPanel: string;
  /** For new notebooks; null: the server's setting. */
  readonly model: ModelInfo | null;
  /** Whether answers in new notebooks are reviewed; null: the server's setting. */
  readonly review: boolean | null;
  /** For new notebooks: the name of a kernelspec. */
  readonly kernel: string;
  readonly approval: ApprovalMode;
  /** Whether keys without Ctrl or Command run commands outside text fields. */
  readonly hasSingleKeys: boolean;
  /** Whether long lines of code are wrapped. */
  readonly wrapsCode: boolean;
}

export const DEFAULT_KERNEL = 'python3';

/** Used until the user changes something. */
export const DEFAULT_PREFERENCES: Preferences = {
  isSidebarOpen: true,
  sidebarPanel: '',
  model: null,
  review: null,
  kernel: DEFAULT_KERNEL,
  approval: 'never',
  hasSingleKeys: true,
  wrapsCode: false,
};

/** Reads stored JSON; the default for everything that is missing or has another type. */
export function parsePreferences(text: string): Preferences {
  const kept = parseObject(text);
  const { isSidebarOpen, sidebarPanel, model, review, kernel, approval, hasSingleKeys, wrapsCode } = kept;
  return {
    isSidebarOpen: isSidebarOpen !== false,
    sidebarPanel: typeof sidebarPanel === 'string' ? sidebarPanel : DEFAULT_PREFERENCES.sidebarPanel,
    model: isModelInfo(model) ? model : DEFAULT_PREFERENCES.model,
    review: typeof review === 'boolean' ? review : DEFAULT_PREFERENCES.review,
    kernel: typeof kernel === 'string' && kernel !== '' ? kernel : DEFAULT_PREFERENCES.kernel,
    approval: APPROVALS.find((mode) => mode === approval) ?? DEFAULT_PREFERENCES.approval,
    hasSingleKeys: hasSingleKeys !== false,
    wrapsCode: wrapsCode === true,
  };
}

const APPROVALS: readonly ApprovalMode[] = ['never', 'risky', 'always'];

function isModelInfo(value: unknown): value is ModelInfo {
  if (typeof value !== 'object' || value === null) return false;
  const texts = ['id', 'label', 'kind'].map((key) => Reflect.get(value, key));
  return texts.every((text) => typeof text === 'string');
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
