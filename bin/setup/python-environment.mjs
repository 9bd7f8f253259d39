import { checkPython, describeVirtualEnvironment, makeVirtualEnvironment } from './virtual-environment.mjs';

const KERNELS = { folder: '.venv', requirements: 'kernels/requirements.txt' };

/** @type {import('./set-up.mjs').Phase} */
export const pythonEnvironmentPhase = {
  label: 'Installing the Python packages (about 400 MB)',
  diskMegabytes: 1000,
  isDone: ({ rootDir, env }) => describeEnvironment(rootDir, env).state === 'ready',
  checkNeeds: (place) => checkPython(place, KERNELS),
  perform: (workbench) => makeVirtualEnvironment(workbench, KERNELS),
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
  return describeVirtualEnvironment({ rootDir, env }, KERNELS);
}
