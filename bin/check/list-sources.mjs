import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';

const ROOTS = ['app', 'components', 'lib', 'bin', 'kernels', 'test', 'bench', 'public', 'examples'];
const SKIPPED = new Set(['node_modules', 'fixtures', '__pycache__']);

/**
 * The source files of the project with one of the extensions.
 *
 * @param {string} rootDir
 * @param {string[]} extensions such as `.ts`
 * @returns {string[]} paths from the root, with forward slashes, sorted
 */
export function listSources(rootDir, extensions) {
  const files = ROOTS.flatMap((root) => listFolder(rootDir, root));
  return files.filter((file) => extensions.includes(extname(file))).sort();
}

/**
 * The documents of the project: Markdown at the root, in docs/, and beside sources.
 *
 * @param {string} rootDir
 * @returns {string[]} paths from the root, with forward slashes, sorted
 */
export function listDocuments(rootDir) {
  const top = readEntries(rootDir).filter((entry) => entry.isFile());
  const files = [...ROOTS, 'docs'].flatMap((root) => listFolder(rootDir, root));
  return [...top.map(({ name }) => name), ...files].filter((file) => extname(file) === '.md').sort();
}

function listFolder(rootDir, folder) {
  return readEntries(join(rootDir, folder)).flatMap((entry) => {
    if (SKIPPED.has(entry.name) || entry.name.startsWith('.')) return [];
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? listFolder(rootDir, path) : [path];
  });
}

function readEntries(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}
