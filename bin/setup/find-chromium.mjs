import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { findOnPath } from './npm.mjs';

// Not chromium-headless-shell: there, programs in sandboxed frames hold up the page, which browsers with windows keep apart.
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge'];

/** Where installers put it without adding it to the path, below folders that these variables name on Windows. */
const MAC_PATHS = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);
const WINDOWS_ROOTS = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'];
const WINDOWS_PATHS = ['Google/Chrome', 'Chromium', 'Microsoft/Edge'].map((folder) =>
  join(folder, 'Application', folder.endsWith('Edge') ? 'msedge.exe' : 'chrome.exe'),
);

/**
 * A Chromium, Chrome, or Edge of this system, or one that Playwright's installer downloaded. `CHROMIUM` names another.
 * Only the browser tests need one.
 *
 * @param {NodeJS.Dict<string>} env
 * @returns {string | undefined} absolute path
 */
export function findChromium(env) {
  if (env.CHROMIUM) return existsSync(env.CHROMIUM) ? env.CHROMIUM : undefined;
  const onPath = NAMES.map((name) => findOnPath(name, env)).find(Boolean);
  const roots = WINDOWS_ROOTS.map((name) => env[name]).filter(Boolean);
  const places = [...MAC_PATHS, ...roots.flatMap((root) => WINDOWS_PATHS.map((path) => join(root, path)))];
  return onPath ?? places.find((path) => existsSync(path)) ?? findDownloaded();
}

function findDownloaded() {
  try {
    const path = createRequire(import.meta.url)('playwright-core').chromium.executablePath();
    return existsSync(path) ? path : undefined;
  } catch {
    // The packages are not installed yet, or Playwright has no Chromium for this system.
    return undefined;
  }
}
