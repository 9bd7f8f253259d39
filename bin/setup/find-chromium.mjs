import { existsSync } from 'node:fs';
import { findOnPath } from './npm.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_PATH = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * A Chromium or Chrome installed on this system. Only the browser tests need one.
 *
 * @param {NodeJS.Dict<string>} env
 * @returns {string | undefined} absolute path
 */
export function findChromium(env) {
  const onPath = NAMES.map((name) => findOnPath(name, env)).find(Boolean);
  return onPath ?? (existsSync(MAC_PATH) ? MAC_PATH : undefined);
}
