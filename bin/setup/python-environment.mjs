import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { explainFailure, findCause } from './explain-failure.mjs';
import { findPython } from './find-python.mjs';
import { hashFile, readStamp, removeStamp, writeStamp } from './stamp.mjs';

/** pip asks a dead index for minutes before it turns to its other sources, so the first try is an impatient one. */
const IMPATIENT = ['--retries', '1', '--timeout', '15'];

/** @type {import('./set-up.mjs').Phase} */
export const pythonEnvironmentPhase = {
  label: 'Installing the Python packages (about 400 MB)',
  diskMegabytes: 800,
  isDone: ({ rootDir, env }) => describeEnvironment(rootDir, env).state === 'ready',
  checkNeeds({ rootDir, env }) {
    if (!describeEnvironment(rootDir, env).canKeep) findPython(env);
  },
  async perform(workbench) {
    const { rootDir, env } = workbench;
    const folder = join(rootDir, '.venv');
    const kept = describeEnvironment(rootDir, env).canKeep ? readStamp(folder) : null;
    removeStamp(folder);
    const base = kept?.base ?? (await createEnvironment(workbench, folder));
    await installRequirements(workbench);
    writeStamp(folder, {
      folder,
      base,
      pythonBase: env.ACTBOOK_PYTHON_BASE ?? kept?.pythonBase ?? null,
      requirements: hashFile(requirementsPath(rootDir)),
    });
  },
};

/**
 * How the kernels' Python environment stands, found without starting Python.
 *
 * @param {string} rootDir
 * @param {NodeJS.Dict<string>} env
 * @returns {{state: 'ready' | 'missing' | 'stale', python: string, canKeep: boolean}} `canKeep`: only the
 *   requirements changed
 */
export function describeEnvironment(rootDir, env) {
  if (env.ACTBOOK_PYTHON) return { state: 'ready', python: env.ACTBOOK_PYTHON, canKeep: true };
  const folder = join(rootDir, '.venv');
  const python = environmentPython(folder);
  const stamp = readStamp(folder);
  if (!stamp || !existsSync(python)) return { state: 'missing', python, canKeep: false };
  const canKeep =
    // A virtual environment holds absolute paths: a moved one is broken.
    stamp.folder === folder &&
    isSameFile(stamp.base) &&
    (!env.ACTBOOK_PYTHON_BASE || env.ACTBOOK_PYTHON_BASE === stamp.pythonBase);
  const isReady = canKeep && stamp.requirements === hashFile(requirementsPath(rootDir));
  return { state: isReady ? 'ready' : 'stale', python, canKeep };
}

async function createEnvironment(workbench, folder) {
  const python = findPython(workbench.env);
  rmSync(folder, { recursive: true, force: true });
  const [command, ...args] = python.command;
  const result = await workbench.run(command, [...args, '-I', '-m', 'venv', folder]);
  if (result.code !== 0) throw explainFailure({ action: `${command} -m venv`, result, workbench });
  const { size, mtimeMs } = statSync(python.base);
  return { path: python.base, size, mtimeMs };
}

async function installRequirements(workbench) {
  const python = environmentPython(join(workbench.rootDir, '.venv'));
  // -I: a PYTHONPATH of the caller's must not pass for installed packages.
  const args = ['-I', '-m', 'pip', 'install', '--no-input', '-r', requirementsPath(workbench.rootDir)];
  const env = { ...workbench.env, PIP_USER: '0', PIP_DISABLE_PIP_VERSION_CHECK: '1' };
  let result = await workbench.run(python, [...args, ...IMPATIENT], { env });
  if (result.code !== 0 && findCause(result.output)?.kind === 'network') {
    result = await workbench.run(python, args, { env });
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

function requirementsPath(rootDir) {
  return join(rootDir, 'kernels', 'requirements.txt');
}
