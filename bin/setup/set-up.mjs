import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumPhase } from './chromium.mjs';
import { createCommandRunner } from './command-runner.mjs';
import { contractPhases } from './contract-peers.mjs';
import { acquireLock } from './lock.mjs';
import { packagesPhase } from './packages.mjs';
import { pageBuildPhase } from './page-build.mjs';
import { privateNodePhase } from './private-node.mjs';
import { showProgress } from './progress.mjs';
import { pythonEnvironmentPhase } from './python-environment.mjs';
import { pythonToolPhases } from './python-tools.mjs';
import { sandboxPhase } from './sandbox.mjs';
import { SetupError } from './setup-error.mjs';

/**
 * @typedef {'packages' | 'kernel' | 'page' | 'check' | 'test' | 'contract'} Level how much of the product a command needs;
 *   `check` has the tools of `npm run check`, `test` all that the tests need, `contract` the servers and kernels that the
 *   contract tests drive, too
 *
 * @typedef {object} Workbench what a phase works with
 * @property {string} rootDir
 * @property {NodeJS.Dict<string>} env
 * @property {string} logPath
 * @property {ReturnType<typeof createCommandRunner>['run']} run
 * @property {ReturnType<typeof createCommandRunner>['note']} note
 *
 * @typedef {object} Phase
 * @property {string} label
 * @property {number} diskMegabytes what it takes on the disk, roughly
 * @property {(place: {rootDir: string, env: NodeJS.Dict<string>}) => boolean} isDone fast, starts no process
 * @property {(place: {rootDir: string, env: NodeJS.Dict<string>}) => void} [checkNeeds] throws when this machine lacks
 *   what `perform` needs, before minutes go into the phases before it
 * @property {(workbench: Workbench) => Promise<void>} perform
 */

const PACKAGE_PHASES = [packagesPhase, privateNodePhase];
const KERNEL_PHASES = [...PACKAGE_PHASES, sandboxPhase, pythonEnvironmentPhase];
/** The browser first, because its installation can fail. */
const TEST_PHASES = [
  ...PACKAGE_PHASES,
  chromiumPhase,
  sandboxPhase,
  ...pythonToolPhases,
  pythonEnvironmentPhase,
  pageBuildPhase,
];

/** @type {Record<Level, Phase[]>} */
const PHASES = {
  packages: PACKAGE_PHASES,
  kernel: KERNEL_PHASES,
  page: [...KERNEL_PHASES, pageBuildPhase],
  check: [...PACKAGE_PHASES, ...pythonToolPhases],
  test: TEST_PHASES,
  contract: [...TEST_PHASES, ...contractPhases],
};

/**
 * Brings a checkout to where a command can run. Prints and locks nothing when nothing is to be done.
 *
 * @param {{rootDir: string, level: Level, env?: NodeJS.Dict<string>}} options
 * @throws {SetupError} with the remedy
 * @throws {import('./setup-error.mjs').SetupInterrupted} after a signal
 */
export async function setUp({ rootDir, level, env = process.env }) {
  const place = { rootDir, env };
  const phases = PHASES[level];
  const undone = phases.filter((phase) => !phase.isDone(place));
  if (undone.length === 0) return;
  try {
    checkDisk(rootDir, undone);
    for (const phase of undone) phase.checkNeeds?.(place);
    await performUnderLock(phases, place);
  } catch (error) {
    throw toSetupError(error, rootDir);
  }
}

/** Beforehand, because npm spends minutes on a full disk. */
function checkDisk(rootDir, phases) {
  const { bavail, bsize } = statfsSync(rootDir);
  const freeMegabytes = (bavail * bsize) / 1024 ** 2;
  const neededMegabytes = phases.reduce((sum, { diskMegabytes }) => sum + diskMegabytes, 0);
  if (freeMegabytes >= neededMegabytes) return;
  throw new SetupError(
    `The disk of ${rootDir} has ${Math.floor(freeMegabytes)} MB free, and the setup needs about ${neededMegabytes} MB. Free some space and try again.`,
  );
}

async function performUnderLock(phases, { rootDir, env }) {
  const folder = join(rootDir, '.setup');
  const lock = await acquireLock(join(folder, 'lock'), (pid) => {
    process.stderr.write(
      `Another setup (process ${pid}) is running in this folder; waiting for it to finish …\n`,
    );
  });
  try {
    await performPhases(phases, { rootDir, env, lock, logPath: join(folder, 'setup.log') });
  } finally {
    lock.release();
  }
}

async function performPhases(phases, { rootDir, env, lock, logPath }) {
  const runner = createCommandRunner({ rootDir, env, logPath, onChild: lock.setChild });
  try {
    for (const phase of phases) {
      // Asked again: whoever held the lock before may have done it.
      if (phase.isDone({ rootDir, env })) continue;
      await showProgress(phase.label, () =>
        phase.perform({ rootDir, env, logPath, run: runner.run, note: runner.note }),
      );
    }
  } finally {
    runner.close();
  }
}

function toSetupError(error, rootDir) {
  if (['EACCES', 'EPERM', 'EROFS'].includes(error.code)) {
    return new SetupError(
      `${error.path ?? rootDir} is not writable. Use a checkout that you own, or ask its owner to run the setup once (node bin/setup.mjs --build).`,
    );
  }
  if (['ENOSPC', 'EDQUOT'].includes(error.code)) {
    return new SetupError('The disk is full: free about 2 GB and try again.');
  }
  return error;
}
