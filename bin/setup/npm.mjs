import { accessSync, constants, existsSync, rmSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import { explainFailure } from './explain-failure.mjs';
import { SetupError } from './setup-error.mjs';

const QUIET = ['--no-audit', '--no-fund', '--ignore-scripts', '--engine-strict=false', '--loglevel=http'];
const FETCHED = /^npm http fetch GET 200 \S+\.tgz/;

/**
 * How to call npm: its script with the running Node where that can be found, for that works on Windows too.
 *
 * @param {NodeJS.Dict<string>} env
 * @returns {{command: string, args: string[]} | null} null when npm is not installed
 */
export function findNpm(env) {
  const nodeDir = dirname(process.execPath);
  const script = [
    // pnpm and yarn set this variable too.
    /npm-cli\.c?js$/.test(env.npm_execpath ?? '') ? env.npm_execpath : undefined,
    join(nodeDir, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(nodeDir, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ].find((path) => path && existsSync(path));
  if (script) return { command: findRunningNode(env), args: [script] };
  const onPath = findOnPath('npm', env);
  return onPath ? { command: onPath, args: [] } : null;
}

/** The Node that runs, or the next one on the path: `npm ci` removes a private Node while it runs. */
function findRunningNode(env) {
  const { execPath } = process;
  return existsSync(execPath) ? execPath : (findOnPath(basename(execPath), env) ?? execPath);
}

/**
 * Where npm records what it installed. It writes this file last and `npm ci` removes it first, so it vouches for the
 * whole folder, whoever ran npm.
 *
 * @param {string} rootDir
 */
export function installRecordPath(rootDir) {
  return join(rootDir, 'node_modules', '.package-lock.json');
}

/**
 * @param {NodeJS.Dict<string>} env
 * @returns {{command: string, args: string[]}}
 * @throws {SetupError} when npm is not installed
 */
export function requireNpm(env) {
  const npm = findNpm(env);
  if (npm) return npm;
  throw new SetupError(
    'npm is missing. It comes with Node from https://nodejs.org; on Debian and Ubuntu also as `sudo apt install npm`.',
  );
}

/**
 * Runs npm in the project's folder.
 *
 * @param {import('./set-up.mjs').Workbench} workbench
 * @param {string[]} args
 * @param {number} [count] of the packages that it may fetch, to say how far it is
 * @throws {SetupError} when npm is missing or fails
 */
export async function runNpm(workbench, args, count) {
  const { command, args: script } = requireNpm(workbench.env);
  let fetched = 0;
  const onLine = (line) => {
    if (FETCHED.test(line)) workbench.say(`${++fetched}${count ? ` of about ${count}` : ''} fetched`);
  };
  const result = await workbench.run(command, [...script, ...args, ...QUIET], { onLine });
  // On a full disk npm only warns of files it could not unpack, and ends well.
  const isPartial = result.output.includes('TAR_ENTRY_ERROR');
  if (isPartial) rmSync(installRecordPath(workbench.rootDir), { force: true });
  if (isPartial || result.code !== 0) throw explainFailure({ action: `npm ${args[0]}`, result, workbench });
}

/**
 * @param {string} name
 * @param {NodeJS.Dict<string>} env
 * @returns {string | undefined} absolute path of an executable
 */
export function findOnPath(name, env) {
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
