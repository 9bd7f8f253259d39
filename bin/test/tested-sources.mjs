import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Tests that need to run again only when their sources have changed. What pytest proved is this machine's alone. */
const KINDS = {
  bubblewrap: {
    sources: 'lib/kernel/**/*.ts kernels/**/*.{py,json,txt}'.split(' '),
    record: 'test/tested-boxes.sha256',
  },
  python: {
    sources: 'pyproject.toml kernels/**/*.{py,json,txt}'.split(' '),
    record: '.setup/tested-python.sha256',
  },
};

/**
 * Whether tests of this kind have passed for the sources as they are.
 *
 * @param {string} rootDir
 * @param {keyof typeof KINDS} kind
 */
export function areTested(rootDir, kind) {
  const path = join(rootDir, KINDS[kind].record);
  return existsSync(path) && readFileSync(path, 'utf8').trim() === hashSources(rootDir, kind);
}

/**
 * @param {string} rootDir
 * @param {keyof typeof KINDS} kind
 */
export function recordTested(rootDir, kind) {
  const path = join(rootDir, KINDS[kind].record);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${hashSources(rootDir, kind)}\n`);
}

function hashSources(rootDir, kind) {
  const hash = createHash('sha256');
  for (const path of globSync(KINDS[kind].sources, { cwd: rootDir }).sort())
    hash.update(`${path}\0`).update(readFileSync(join(rootDir, path)));
  return hash.digest('hex');
}
