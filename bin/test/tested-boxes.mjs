import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What boxes are made of. */
const SOURCES = 'lib/kernel/**/*.ts kernels/**/*.{py,json,txt}'.split(' ');
const RECORD = 'test/tested-boxes.sha256';

/**
 * Whether the tests of boxes have passed with bubblewrap for these sources: then they need to run only with forked ones.
 *
 * @param {string} rootDir
 */
export function areBoxesTested(rootDir) {
  const path = join(rootDir, RECORD);
  return existsSync(path) && readFileSync(path, 'utf8').trim() === hashSources(rootDir);
}

/** @param {string} rootDir */
export function recordTestedBoxes(rootDir) {
  writeFileSync(join(rootDir, RECORD), `${hashSources(rootDir)}\n`);
}

function hashSources(rootDir) {
  const hash = createHash('sha256');
  for (const path of globSync(SOURCES, { cwd: rootDir }).sort())
    hash.update(`${path}\0`).update(readFileSync(join(rootDir, path)));
  return hash.digest('hex');
}
