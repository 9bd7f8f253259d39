import { join } from 'node:path';
import { isPackage } from './root-dir.mjs';
import { hashFile } from './stamp.mjs';
import { checkPython, describeVirtualEnvironment, makeVirtualEnvironment } from './virtual-environment.mjs';

const REQUIREMENTS = 'kernels/requirements.txt';

/** @type {import('./set-up.mjs').Phase} */
export const pythonEnvironmentPhase = {
  label: 'Installing the Python packages (about 400 MB)',
  diskMegabytes: 1100,
  isDone: ({ rootDir, env }) => describeEnvironment(rootDir, env).state === 'ready',
  checkNeeds: (place) => checkPython(place, findKernels(place.rootDir)),
  perform: (workbench) => makeVirtualEnvironment(workbench, findKernels(workbench.rootDir)),
};

/**
 * How the kernels' Python environment stands, found without starting Python.
 *
 * @param {string} rootDir
 * @param {NodeJS.Dict<string>} env
 * @returns {ReturnType<typeof describeVirtualEnvironment>} always ready when ACTBOOK_PYTHON names another Python
 */
export function describeEnvironment(rootDir, env) {
  if (env.ACTBOOK_PYTHON) return { state: 'ready', python: env.ACTBOOK_PYTHON, canKeep: true };
  return describeVirtualEnvironment({ rootDir, env }, findKernels(rootDir));
}

/**
 * Packages share a cache folder, so their environments are named by their pins, as lib/config/config.ts says too: a version with
 * other pins would change the packages of running kernels.
 */
function findKernels(rootDir) {
  const pins = isPackage(rootDir) ? `-${hashFile(join(rootDir, REQUIREMENTS)).slice(0, 8)}` : '';
  return { folder: `.venv${pins}`, requirements: REQUIREMENTS };
}
