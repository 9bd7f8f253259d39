import { mkdirSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromiumPhase } from './chromium.mjs';
import { createCommandRunner } from './command-runner.mjs';
import { contractEnvironments, contractPrograms } from './contract-peers.mjs';
import { FULL_DISK } from './explain-failure.mjs';
import { acquireLock } from './lock.mjs';
import { allPackagesPhase, packagesPhase } from './packages.mjs';
import { pageBuildPhase } from './page-build.mjs';
import { privateNodePhase } from './private-node.mjs';
import { createProgress } from './progress.mjs';
import { pythonEnvironmentPhase } from './python-environment.mjs';
import { pythonToolPhases } from './python-tools.mjs';
import { findSetupDir, isPackage } from './root-dir.mjs';
import { sandboxPhase } from './sandbox.mjs';
import { SetupError } from './setup-error.mjs';

/**
 * @typedef {'packages' | 'kernel' | 'page' | 'check' | 'release' | 'test' | 'contract'} Level how much of the product a
 *   command needs; `check` has the tools of `npm run check`, `release` those of the packages, `test` all that the tests need, `contract` the servers and kernels that the
 *   contract tests drive, too
 *
 * @typedef {object} Workbench what a phase works with
 * @property {string} rootDir
 * @property {NodeJS.Dict<string>} env
 * @property {string} logPath
 * @property {ReturnType<typeof createCommandRunner>['run']} run
 * @property {ReturnType<typeof createCommandRunner>['note']} note
 * @property {(detail: string) => void} say shows a few words on how far the phase is
 *
 * @typedef {object} Phase
 * @property {string} label
 * @property {number} diskMegabytes what it takes on the disk, roughly, with what npm and uv keep of their downloads
 * @property {(place: {rootDir: string, env: NodeJS.Dict<string>}) => boolean} isDone fast, starts no process
 * @property {(place: {rootDir: string, env: NodeJS.Dict<string>}) => void} [checkNeeds] throws when this machine lacks
 *   what `perform` needs, before minutes go into the phases before it
 * @property {(workbench: Workbench) => Promise<void>} perform
 */

const PAGE_LANE = [packagesPhase, privateNodePhase, pageBuildPhase];
const TOOL_LANE = [allPackagesPhase, privateNodePhase];
/** The browser first, because its installation can fail. */
const TEST_LANE = [...TOOL_LANE, chromiumPhase, sandboxPhase, pageBuildPhase];

/**
 * What is done side by side: each lane is phases one after another, which wait for no other lane.
 *
 * @type {Record<Level, Phase[][]>}
 */
const LANES = {
  packages: [[packagesPhase, privateNodePhase]],
  kernel: [[packagesPhase, privateNodePhase], [pythonEnvironmentPhase], [sandboxPhase]],
  page: [PAGE_LANE, [pythonEnvironmentPhase], [sandboxPhase]],
  check: [TOOL_LANE, pythonToolPhases],
  release: [[...TOOL_LANE, pageBuildPhase]],
  test: [TEST_LANE, [...pythonToolPhases, pythonEnvironmentPhase]],
  contract: [
    [...TEST_LANE, ...contractPrograms],
    [...pythonToolPhases, pythonEnvironmentPhase, ...contractEnvironments],
  ],
};

/** Of these, a package has the result. */
const SHIPPED = new Set(PAGE_LANE);

/**
 * Brings a checkout, or what a package keeps in the user's cache folder, to where a command can run. Prints and locks nothing when nothing is to be done.
 *
 * @param {{rootDir: string, level: Level, env?: NodeJS.Dict<string>}} options
 * @throws {SetupError} with the remedy
 * @throws {import('./setup-error.mjs').SetupInterrupted} after a signal
 */
export async function setUp({ rootDir, level, env = process.env }) {
  const place = { rootDir, env };
  const undone = findUndone(place, level);
  if (undone.length === 0) return;
  const setupDir = findSetupDir(rootDir, env);
  try {
    mkdirSync(setupDir, { recursive: true });
    checkDisk(setupDir, undone);
    for (const phase of undone) phase.checkNeeds?.(place);
    await performUnderLock(findLanes(rootDir, level), place, join(setupDir, '.setup'));
  } catch (error) {
    throw toSetupError(error, rootDir);
  }
}

/**
 * What a start of the app would still take on the disk, roughly.
 *
 * @param {{rootDir: string, env: NodeJS.Dict<string>}} place
 */
export function findMissingMegabytes(place) {
  return sumMegabytes(findUndone(place, 'page'));
}

function findUndone(place, level) {
  return findLanes(place.rootDir, level)
    .flat()
    .filter((phase) => !phase.isDone(place));
}

function findLanes(rootDir, level) {
  if (!isPackage(rootDir)) return LANES[level];
  return LANES[level].map((lane) => lane.filter((phase) => !SHIPPED.has(phase)));
}

function sumMegabytes(phases) {
  return phases.reduce((sum, { diskMegabytes }) => sum + diskMegabytes, 0);
}

/** Beforehand, because npm spends minutes on a full disk. */
function checkDisk(folder, phases) {
  const { bavail, bsize } = statfsSync(folder);
  const freeMegabytes = (bavail * bsize) / 1024 ** 2;
  const neededMegabytes = sumMegabytes(phases);
  if (freeMegabytes >= neededMegabytes) return;
  throw new SetupError(
    `The disk of ${folder} has ${Math.floor(freeMegabytes)} MB free, and the setup needs about ${neededMegabytes} MB. Free some space and try again.`,
  );
}

async function performUnderLock(lanes, { rootDir, env }, folder) {
  const lock = await acquireLock(join(folder, 'lock'), (pid) => {
    process.stderr.write(
      `Another setup (process ${pid}) uses ${dirname(folder)}; waiting for it to finish …\n`,
    );
  });
  const logPath = join(folder, 'setup.log');
  const { run, note, end, close } = createCommandRunner({
    rootDir,
    env,
    logPath,
    onChildren: lock.setChildren,
  });
  const progress = createProgress();
  const perform = async (lane) => {
    for (const phase of lane) {
      // Asked again: whoever held the lock before may have done it.
      if (phase.isDone({ rootDir, env })) continue;
      await progress.show(phase.label, (say) => phase.perform({ rootDir, env, logPath, run, note, say }));
    }
  };
  try {
    const failures = [];
    const works = lanes.map(async (lane) => {
      try {
        await perform(lane);
      } catch (error) {
        failures.push(error);
        end();
      }
    });
    await Promise.all(works);
    // The others failed because they were ended.
    if (failures.length > 0) throw failures[0];
  } finally {
    close();
    lock.release();
  }
}

function toSetupError(error, rootDir) {
  // Node says ENOENT for folders within folders on a read-only disk.
  const isReadOnly = error.code === 'ENOENT' && error.syscall === 'mkdir';
  if (isReadOnly || ['EACCES', 'EPERM', 'EROFS'].includes(error.code)) {
    const remedy = isPackage(rootDir)
      ? 'Set XDG_CACHE_HOME to a folder that you own.'
      : 'Use a checkout that you own, or ask its owner to run the setup once (node bin/setup.mjs --build).';
    return new SetupError(`${error.path ?? rootDir} is not writable. ${remedy}`);
  }
  if (['ENOSPC', 'EDQUOT'].includes(error.code)) {
    return new SetupError(FULL_DISK);
  }
  return error;
}
