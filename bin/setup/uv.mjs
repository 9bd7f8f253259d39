/** uv installs Python packages several times as fast as pip, which fetches it and takes over where it fails. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readPipSettings, toUvVariables } from './pip-settings.mjs';
import { findSetupDir } from './root-dir.mjs';
import { readStamp, writeStamp } from './stamp.mjs';

const VERSION = '0.13.9';
const FOLDER = '.setup/uv';
/** What uv prints of how far it is. */
const SAID = /^\s*(Resolved|Downloading|Downloaded|Prepared|Installed|Bytecode compiled)/;

/**
 * Installs what a requirements file lists into a virtual environment, from where pip would.
 *
 * @param {import('./set-up.mjs').Workbench} workbench
 * @param {{python: string, requirements: string, runPip: (args: string[]) => ReturnType<typeof workbench.run>}} task
 *   `python` belongs to the environment, `runPip` is its `pip install`
 * @returns {Promise<boolean>} whether it worked; if not, the log says why and pip has to do it
 */
export async function installWithUv(workbench, { python, requirements, runPip }) {
  const { env, unknown } = toUvVariables(readPipSettings(python, workbench.env));
  if (unknown.length > 0) {
    workbench.note(`uv is not used, because pip is configured with ${unknown.join(', ')}.`);
    return false;
  }
  const uv = await provideUv(workbench, runPip);
  if (uv === null) return false;
  // Bytecode now: boxes mount the environment read-only.
  const args = ['pip', 'install', '--compile-bytecode', '--python', python, '--requirement', requirements];
  // What is set for uv itself counts more.
  const result = await workbench.run(uv, args, {
    env: { ...env, ...workbench.env, UV_NO_PROGRESS: '1' },
    onLine(line) {
      if (SAID.test(line)) workbench.say(line.trim().replace(/^Installed.*/, '$&, compiling them'));
    },
  });
  if (result.code !== 0) workbench.note('uv failed; pip is used instead.');
  return result.code === 0;
}

/**
 * @param {Pick<import('./set-up.mjs').Workbench, 'rootDir' | 'env' | 'note'>} workbench
 * @param {(args: string[]) => Promise<{code: number | null}>} runPip a `pip install` that fetches it where it is missing
 * @returns {Promise<string | null>} path of uv; null when it cannot be had here
 */
export async function provideUv({ rootDir, env, note }, runPip) {
  const folder = join(findSetupDir(rootDir, env), FOLDER);
  const uv = join(folder, 'bin', process.platform === 'win32' ? 'uv.exe' : 'uv');
  if (readStamp(folder)?.version === VERSION && existsSync(uv)) return uv;
  rmSync(folder, { recursive: true, force: true });
  // Never built from source, which takes a Rust compiler.
  const result = await runPip(['--only-binary', ':all:', '--no-deps', '--target', folder, `uv==${VERSION}`]);
  if (result.code !== 0 || !existsSync(uv)) {
    note('uv is not available here; pip is used instead.');
    return null;
  }
  writeStamp(folder, { version: VERSION });
  return uv;
}
