/** The page's color scheme: the system's, unless the user chose one (kept in localStorage). */
import { FRAME_COLORS } from '../../lib/notebook/chart-viewers.ts';

export type ThemeChoice = 'system' | 'light' | 'dark';

const THEME_KEY = 'actbook-theme';

/** Runs before the first paint, so that a chosen theme does not flash. Backticks: React escapes quotes. */
export const THEME_SCRIPT = `try{const t=localStorage.getItem(\`${THEME_KEY}\`);if(t)document.documentElement.dataset.theme=t}catch{}`;

export function readThemeChoice(): ThemeChoice {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
  try {
    if (choice === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, choice);
  } catch {
    // Without storage, the choice lasts as long as the page.
  }
}

/** Calls back when the choice or the system's scheme changes; returns the function that stops it. */
export function onThemeChange(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  system.addEventListener('change', listener);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', listener);
  };
}

type Scheme = 'light' | 'dark';

/** A scheme, the page's by default, and its colors as plain CSS values, for a document that does not share our style sheets. */
export function readTheme(
  element: HTMLElement,
  scheme = readScheme(),
): { scheme: Scheme; colors: Record<string, string> } {
  const probe = document.createElement('span');
  probe.style.colorScheme = scheme;
  element.parentElement?.append(probe);
  const colors: Record<string, string> = {};
  for (const name of FRAME_COLORS) {
    probe.style.color = `var(${name})`;
    colors[name] = getComputedStyle(probe).color;
  }
  probe.remove();
  return { scheme, colors };
}

function readScheme(): Scheme {
  const choice = readThemeChoice();
  const isSystemDark = matchMedia('(prefers-color-scheme: dark)').matches;
  return choice === 'system' ? (isSystemDark ? 'dark' : 'light') : choice;
}
