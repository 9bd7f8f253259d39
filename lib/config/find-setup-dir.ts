/** Where the setup puts what it makes: `.venv`, and uv in `.setup`. */
import { homedir } from 'node:os';
import { extname, join } from 'node:path';

/**
 * The checkout; for an installed package, whose folder is often read-only, the user's cache folder. The setup itself says the
 * same in bin/setup/root-dir.mjs.
 */
export function findSetupDir(rootDir: string, env: NodeJS.ProcessEnv): string {
  // Packages hold compiled code.
  if (extname(import.meta.filename) === '.ts') return rootDir;
  const base = process.platform === 'win32' ? env.LOCALAPPDATA : env.XDG_CACHE_HOME;
  return join(base || join(homedir(), '.cache'), 'actbook');
}
