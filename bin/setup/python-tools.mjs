/** What `npm run check` and `npm test` need for Python: in an environment of their own, so that kernels are as a user's. */
import { spawnSync } from 'node:child_process';
import { describeEnvironment, pythonEnvironmentPhase } from './python-environment.mjs';
import { checkPython, describeVirtualEnvironment, makeVirtualEnvironment } from './virtual-environment.mjs';

const TOOLS = { folder: '.setup/python-tools', requirements: 'kernels/requirements-dev.txt' };

/** @type {import('./set-up.mjs').Phase} */
const toolsPhase = {
  label: 'Installing the Python tools that check and test',
  diskMegabytes: 150,
  isDone: (place) => describeVirtualEnvironment(place, TOOLS).state === 'ready',
  checkNeeds: (place) => checkPython(place, TOOLS),
  perform: (workbench) => makeVirtualEnvironment(workbench, TOOLS),
};

/** Types are read from the kernels' packages, of whatever version was installed completely. */
const anyEnvironmentPhase = {
  ...pythonEnvironmentPhase,
  isDone: ({ rootDir, env }) => describeEnvironment(rootDir, env).state !== 'missing',
};

/** @type {import('./set-up.mjs').Phase[]} */
export const pythonToolPhases = [anyEnvironmentPhase, toolsPhase];

/**
 * How one of the tools is run where the kernels' packages can be imported.
 *
 * @param {string} rootDir
 * @param {'ruff' | 'mypy' | 'pytest'} tool
 * @param {string[]} args
 * @param {NodeJS.Dict<string>} [env]
 * @returns {{command: string, args: string[], env: NodeJS.Dict<string>} | {problem: string}}
 */
export function findPythonTool(rootDir, tool, args, env = process.env) {
  const { state, python } = describeVirtualEnvironment({ rootDir, env }, TOOLS);
  const { state: kernelsState, python: kernels } = describeEnvironment(rootDir, env);
  if (state !== 'ready' || kernelsState === 'missing')
    return { problem: `${tool} is not installed: run \`node bin/setup.mjs --check\` first.` };
  const tools = spawnSync(python, ['-c', 'import sysconfig; print(sysconfig.get_path("purelib"))'], { env });
  // Tests run in the Python of the kernels; mypy in its own, as it is compiled for that one.
  const [command, own] =
    tool === 'pytest' ? [kernels, []] : [python, tool === 'mypy' ? ['--python-executable', kernels] : []];
  return {
    command,
    args: ['-m', tool, ...own, ...args],
    // No plugins that happen to come with the kernels' packages.
    env: { ...env, PYTHONPATH: `${tools.stdout}`.trim(), PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1' },
  };
}

/**
 * Runs one of the tools, its output going to the terminal.
 *
 * @param {Parameters<typeof findPythonTool>} call
 * @returns {number} exit code
 */
export function runPythonTool(...call) {
  const [rootDir, tool] = call;
  const found = findPythonTool(...call);
  if ('problem' in found) {
    console.error(found.problem);
    return 1;
  }
  const { command, args, env } = found;
  const { status, error } = spawnSync(command, args, { cwd: rootDir, stdio: 'inherit', env });
  if (error) console.error(`${tool} did not start: ${error.message}`);
  return status ?? 1;
}
