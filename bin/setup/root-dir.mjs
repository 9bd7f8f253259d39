import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout or package root, absolute. */
export const rootDir = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/**
 * Whether this is an installed package: compiled and built, often in a folder that is read-only.
 *
 * @param {string} rootDir
 */
export function isPackage(rootDir) {
  return existsSync(join(rootDir, 'bin', 'cli.js'));
}

/**
 * Where the setup puts `.venv` and `.setup`: in the checkout; for a package in the user's cache folder, as
 * lib/config/find-setup-dir.ts says it too.
 *
 * @param {string} rootDir
 * @param {NodeJS.Dict<string>} env
 */
export function findSetupDir(rootDir, env) {
  if (!isPackage(rootDir)) return rootDir;
  const base = process.platform === 'win32' ? env.LOCALAPPDATA : env.XDG_CACHE_HOME;
  return join(base || join(homedir(), '.cache'), 'actbook');
}
