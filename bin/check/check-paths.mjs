import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listDocuments, listSources } from './list-sources.mjs';

const EXTENSIONS = ['.ts', '.tsx', '.mjs', '.py'];
/** A path from the root in backticks: a folder or a source file, without wildcards. */
const PATH =
  /`((?:app|bench|bin|components|docs|examples|kernels|lib|public|test)\/[\w/[\]-]*(?:\.(?:ts|tsx|mjs|py|md|txt|json))?)`/g;
/** A source file without its folder. */
const NAME = /`([\w.-]+\.(?:ts|tsx|mjs|py))`/g;
/** Written by commands, or kept elsewhere. */
const MADE = new Set(['kernels/SESSION.json']);

/**
 * Paths in backticks that documents name and that do not exist. File names without a folder are checked in the
 * documents for developers; elsewhere they may be a user's.
 *
 * @param {string} rootDir
 * @returns {string[]} one sentence a fault
 */
export function checkPaths(rootDir) {
  const names = new Set(listSources(rootDir, EXTENSIONS).map((file) => basename(file)));
  return listDocuments(rootDir).flatMap((file) => {
    const isForDevelopers = !file.includes('/') || file.startsWith('docs/decisions/');
    const lines = readFileSync(join(rootDir, file), 'utf8').split('\n');
    return lines.flatMap((line, index) => {
      const paths = find(line, PATH).filter((path) => !MADE.has(path) && !existsSync(join(rootDir, path)));
      const missing = isForDevelopers ? find(line, NAME).filter((name) => !names.has(name)) : [];
      return [...paths, ...missing].map((path) => `${file}:${index + 1} names ${path}, which does not exist`);
    });
  });
}

function find(line, pattern) {
  return [...line.matchAll(pattern)].map(([, path]) => path);
}
