import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { findChromium } from './find-chromium.mjs';
import { findPython } from './find-python.mjs';
import { findNpm } from './npm.mjs';
import { missingPackages } from './packages.mjs';
import { isBuilt } from './page-build.mjs';
import { productNode, runsSources } from './private-node.mjs';
import { describeEnvironment } from './python-environment.mjs';
import { findSetupDir, isPackage } from './root-dir.mjs';
import { findMissingMegabytes } from './set-up.mjs';

const SET_UP = 'run `node bin/setup.mjs`';
/** A package sets up by itself what a command needs. */
const USE = 'run `actbook serve`, which installs it';
const MEGABYTE = 1024 ** 2;
/** For notebooks and their files. */
const SPARE_MEGABYTES = 100;

/**
 * @typedef {object} Finding
 * @property {string} name what was looked at
 * @property {boolean} ok false when something must be done before Actbook works
 * @property {string} detail what was found
 * @property {string} [remedy] what to do
 */

/**
 * Looks at everything the setup provides or needs; changes nothing.
 *
 * @param {string} rootDir
 * @param {NodeJS.Dict<string>} [env]
 * @returns {Promise<Finding[]>}
 */
export async function diagnose(rootDir, env = process.env) {
  const environment = diagnoseEnvironment(rootDir, env);
  // Needed only to make the environment.
  const python = environment.ok ? [] : [diagnosePython(env)];
  const disk = await diagnoseDisk({ rootDir, env });
  if (isPackage(rootDir)) {
    const node = { name: 'node', ok: true, detail: `${process.versions.node} (${process.execPath})` };
    return [node, ...python, environment, disk];
  }
  return [
    diagnoseNode(rootDir),
    diagnoseNpm(env),
    diagnosePackages(rootDir),
    ...python,
    environment,
    diagnosePage(rootDir),
    diagnoseBrowser(env),
    disk,
  ];
}

function diagnoseNode(rootDir) {
  const { node } = process.versions;
  if (runsSources(node)) return { name: 'node', ok: true, detail: `${node} (${process.execPath})` };
  try {
    return { name: 'node', ok: true, detail: `${node}; too old, so ${productNode(rootDir)} is used` };
  } catch (error) {
    return { name: 'node', ok: false, detail: node, remedy: error.message };
  }
}

function diagnoseNpm(env) {
  const npm = findNpm(env);
  return npm
    ? { name: 'npm', ok: true, detail: npm.args[0] ?? npm.command }
    : {
        name: 'npm',
        ok: false,
        detail: 'not found',
        remedy: 'install Node from https://nodejs.org, which brings npm',
      };
}

function diagnosePackages(rootDir) {
  const { length } = missingPackages(rootDir);
  return length === 0
    ? { name: 'packages', ok: true, detail: 'installed' }
    : { name: 'packages', ok: false, detail: `${length} missing or outdated`, remedy: SET_UP };
}

function diagnosePython(env) {
  try {
    const { version, base } = findPython(env);
    return { name: 'python', ok: true, detail: `${version} (${base})` };
  } catch (error) {
    return { name: 'python', ok: false, detail: 'none usable', remedy: error.message };
  }
}

function diagnoseEnvironment(rootDir, env) {
  const { state, python } = describeEnvironment(rootDir, env);
  return state === 'ready'
    ? { name: 'environment', ok: true, detail: python }
    : { name: 'environment', ok: false, detail: state, remedy: isPackage(rootDir) ? USE : SET_UP };
}

function diagnosePage(rootDir) {
  const detail = isBuilt(rootDir) ? 'built' : 'not built yet; `actbook serve` builds it';
  return { name: 'page', ok: true, detail };
}

function diagnoseBrowser(env) {
  const detail = findChromium(env) ?? 'no Chromium found; only the browser tests need one';
  return { name: 'chromium', ok: true, detail };
}

async function diagnoseDisk(place) {
  let existing = findSetupDir(place.rootDir, place.env);
  while (!existsSync(existing)) existing = dirname(existing);
  const { bavail, bsize } = await statfs(existing);
  const freeMegabytes = (bavail * bsize) / MEGABYTE;
  const neededMegabytes = findMissingMegabytes(place) + SPARE_MEGABYTES;
  const detail = `${toGigabytes(freeMegabytes)} GB free`;
  return freeMegabytes >= neededMegabytes
    ? { name: 'disk', ok: true, detail }
    : { name: 'disk', ok: false, detail, remedy: `free about ${toGigabytes(neededMegabytes)} GB` };
}

function toGigabytes(megabytes) {
  return (megabytes / 1024).toFixed(1);
}
