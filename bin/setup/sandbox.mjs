import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findSetupDir } from './root-dir.mjs';

/** Where the product looks for it, as lib/kernel/box/find-bwrap.ts does. */
const BWRAP_PLACES = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/run/current-system/sw/bin/bwrap'];

/** Gives a box the network, where the user allows it; looked for as in lib/kernel/box/find-slirp.ts. */
const SLIRP_PLACES = BWRAP_PLACES.map((path) => path.replace('bwrap', 'slirp4netns'));

/** One at a time: a system that lacks the second still has the first. */
const PACKAGES = ['bubblewrap', 'slirp4netns'];

/** Package managers that are asked to install them, by their program, with the commands to run. */
const INSTALLERS = [
  {
    program: '/usr/bin/apt-get',
    commands: [['update'], ...PACKAGES.map((name) => ['install', '--yes', '--no-install-recommends', name])],
  },
  { program: '/usr/bin/dnf', commands: PACKAGES.map((name) => ['install', '--assumeyes', name]) },
];
/** Impatient: without a network the setup must go on. */
const APT_OPTIONS = ['-q', '-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=15'];

/**
 * Installs what code is isolated with, where that needs no password. It never fails: whether code can be isolated
 * is found out, and said, when code is about to run.
 *
 * @type {import('./set-up.mjs').Phase}
 */
export const sandboxPhase = {
  label: 'Installing bubblewrap, which isolates the code that runs',
  diskMegabytes: 1,
  isDone: ({ rootDir, env }) =>
    hasPrograms() || !isWanted(env) || findInstaller() === undefined || existsSync(triedPath(rootDir, env)),
  async perform({ rootDir, env, run, say }) {
    const { program, commands } = findInstaller();
    for (const args of commands) {
      const options = program.endsWith('apt-get') ? APT_OPTIONS : [];
      await run(program, [...options, ...args], {
        env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
        onLine: (line) => /^(Get|Unpacking|Setting up)/.test(line) && say(line),
      });
    }
    // Once is enough: a machine that cannot have it must not be asked at every start.
    writeFileSync(triedPath(rootDir, env), '');
  },
};

function hasPrograms() {
  return hasBwrap() && SLIRP_PLACES.some((path) => existsSync(path));
}

function hasBwrap() {
  return BWRAP_PLACES.some((path) => existsSync(path));
}

/** @param {NodeJS.Dict<string>} env */
function isWanted(env) {
  return process.platform === 'linux' && env.ACTBOOK_SANDBOX !== 'off' && !env.JUPYTER_SERVER_URL;
}

function findInstaller() {
  if (process.getuid?.() !== 0) return undefined;
  return INSTALLERS.find(({ program }) => existsSync(program));
}

function triedPath(rootDir, env) {
  return join(findSetupDir(rootDir, env), '.setup', 'sandbox-tried');
}

/**
 * What the user can do about a missing bubblewrap, or null when nothing is missing.
 *
 * @param {NodeJS.Dict<string>} env
 */
export function sandboxHint(env) {
  if (hasBwrap() || !isWanted(env)) return null;
  const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
  const command = INSTALLERS.filter(({ program }) => existsSync(program)).map(
    ({ program }) => `${sudo}${program.replace('/usr/bin/', '')} install bubblewrap`,
  )[0];
  return `Code can be isolated only with bubblewrap: ${command ? `run \`${command}\`` : 'install the package bubblewrap'}, or set ACTBOOK_SANDBOX=off to run it without isolation.`;
}
