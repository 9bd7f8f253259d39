/** Virtual environments with pinned packages, made once and kept until their requirements change. */
import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { explainFailure, isNetworkFailure } from './explain-failure.mjs';
import { findPython } from './find-python.mjs';
import { findSetupDir } from './root-dir.mjs';
import { hashFile, readStamp, removeStamp, writeStamp } from './stamp.mjs';
import { installWithUv } from './uv.mjs';

/** pip asks a dead index for minutes before it turns to its other sources, so the first try is an impatient one. */
const IMPATIENT = ['--retries', '1', '--timeout', '15'];

/**
 * @typedef {object} VirtualEnvironment
 * @property {string} folder relative to the folder of the setup
 * @property {string} requirements relative to the checkout or package
 * @property {number} [newestMinor] newest Python 3 its packages can be had for; any by default
 */

/**
 * How an environment stands, found without starting Python.
 *
 * @param {{rootDir: string, env: NodeJS.Dict<string>}} place
 * @param {VirtualEnvironment} environment
 * @returns {{state: 'ready' | 'missing' | 'stale', python: string, canKeep: boolean}} `canKeep`: only the
 *   requirements changed
 */
export function describeVirtualEnvironment({ rootDir, env }, environment) {
  const folder = join(findSetupDir(rootDir, env), environment.folder);
  const python = environmentPython(folder);
  const stamp = readStamp(folder);
  if (!stamp || !existsSync(python)) return { state: 'missing', python, canKeep: false };
  const canKeep =
    // A virtual environment holds absolute paths: a moved one is broken.
    stamp.folder === folder &&
    isSameFile(stamp.base) &&
    (!env.ACTBOOK_PYTHON_BASE || env.ACTBOOK_PYTHON_BASE === stamp.pythonBase);
  const isReady = canKeep && stamp.requirements === hashFile(join(rootDir, environment.requirements));
  return { state: isReady ? 'ready' : 'stale', python, canKeep };
}

/**
 * Throws SetupError when no Python here can make the environment.
 *
 * @param {{rootDir: string, env: NodeJS.Dict<string>}} place
 * @param {VirtualEnvironment} environment
 */
export function checkPython(place, environment) {
  if (!describeVirtualEnvironment(place, environment).canKeep) findPython(place.env, environment);
}

/**
 * Makes an environment, or brings its packages up to date.
 *
 * @param {import('./set-up.mjs').Workbench} workbench
 * @param {VirtualEnvironment} environment
 */
export async function makeVirtualEnvironment(workbench, environment) {
  const { rootDir, env } = workbench;
  const folder = join(findSetupDir(rootDir, env), environment.folder);
  const requirements = join(rootDir, environment.requirements);
  const kept = describeVirtualEnvironment(workbench, environment).canKeep ? readStamp(folder) : null;
  removeStamp(folder);
  const base = kept?.base ?? (await createEnvironment(workbench, folder, environment));
  await installRequirements(workbench, folder, requirements);
  writeStamp(folder, {
    folder,
    base,
    pythonBase: env.ACTBOOK_PYTHON_BASE ?? kept?.pythonBase ?? null,
    requirements: hashFile(requirements),
  });
}

async function createEnvironment(workbench, folder, environment) {
  const python = findPython(workbench.env, environment);
  rmSync(folder, { recursive: true, force: true });
  const [command, ...args] = python.command;
  const result = await workbench.run(command, [...args, '-I', '-m', 'venv', folder]);
  if (result.code !== 0) throw explainFailure({ action: `${command} -m venv`, result, workbench });
  const { size, mtimeMs } = statSync(python.base);
  return { path: python.base, size, mtimeMs };
}

async function installRequirements(workbench, folder, requirements) {
  const python = environmentPython(folder);
  const env = { ...workbench.env, PIP_USER: '0', PIP_DISABLE_PIP_VERSION_CHECK: '1' };
  // -I: a PYTHONPATH of the caller's must not pass for installed packages.
  const runPip = (args) =>
    workbench.run(python, ['-I', '-m', 'pip', 'install', '--no-input', ...args], { env });
  const runImpatiently = (args) => runPip([...args, ...IMPATIENT]);
  if (await installWithUv(workbench, { python, requirements, runPip: runImpatiently })) return;
  let result = await runImpatiently(['-r', requirements]);
  if (result.code !== 0 && isNetworkFailure(result.output)) {
    result = await runPip(['-r', requirements]);
  }
  if (result.code !== 0) throw explainFailure({ action: 'pip install', result, workbench });
}

function isSameFile(base) {
  const stat = statSync(base?.path ?? '', { throwIfNoEntry: false });
  return stat !== undefined && stat.size === base.size && stat.mtimeMs === base.mtimeMs;
}

function environmentPython(folder) {
  return process.platform === 'win32' ? join(folder, 'Scripts', 'python.exe') : join(folder, 'bin', 'python');
}
