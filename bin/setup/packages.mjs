import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installRecordPath, requireNpm, runNpm } from './npm.mjs';
import { readJson } from './stamp.mjs';

/** @type {import('./set-up.mjs').Phase} */
export const packagesPhase = {
  label: 'Installing the JavaScript packages',
  diskMegabytes: 1100,
  isDone: ({ rootDir }) => missingPackages(rootDir).length === 0,
  checkNeeds: ({ env }) => requireNpm(env),
  perform: (workbench) => installPackages(workbench, '--omit=dev'),
};

/**
 * With those that only checks and tests use.
 *
 * @type {import('./set-up.mjs').Phase}
 */
export const allPackagesPhase = {
  ...packagesPhase,
  diskMegabytes: 1250,
  isDone: ({ rootDir }) => missingPackages(rootDir, { withTools: true }).length === 0,
  perform: (workbench) => installPackages(workbench, '--include=dev'),
};

async function installPackages(workbench, flag) {
  const withTools = flag === '--include=dev';
  await runNpm(workbench, ['ci', flag], missingPackages(workbench.rootDir, { withTools }).length);
}

/**
 * What npm says it installed.
 *
 * @param {string} rootDir
 * @returns {Record<string, {version?: string, integrity?: string}> | undefined} by path, such as `node_modules/zod`
 */
export function installedPackages(rootDir) {
  return readJson(installRecordPath(rootDir))?.packages;
}

/**
 * Packages of `package-lock.json` that are absent from `node_modules` or there in another version.
 *
 * @param {string} rootDir
 * @param {{withTools?: boolean}} [options] whether those that only checks and tests use are wanted
 * @returns {string[]} paths such as `node_modules/zod`
 */
export function missingPackages(rootDir, { withTools = false } = {}) {
  const wanted = readJson(join(rootDir, 'package-lock.json'))?.packages ?? {};
  const installed = installedPackages(rootDir) ?? {};
  return Object.entries(wanted)
    .filter(([path, entry]) => path !== '' && (!entry.optional || installed[path]))
    .filter(([, entry]) => withTools || !(entry.dev || entry.devOptional))
    .filter(([path, entry]) => !isSame(entry, installed[path]) || !existsSync(join(rootDir, path)))
    .map(([path]) => path);
}

function isSame(wanted, installed) {
  return installed?.version === wanted.version && installed?.integrity === wanted.integrity;
}
