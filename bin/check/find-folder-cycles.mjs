import { posix } from 'node:path';
import { findCycles } from './import-graph.mjs';

/**
 * Cycles between folders of one layer or several, type-only imports included: two folders that need each other are one
 * folder. A file that is a layer by itself, such as a port, counts as a folder by itself.
 *
 * @param {import('./import-graph.mjs').ImportGraph} graph
 * @param {(file: string) => boolean} isAlone whether a file is a layer by itself
 * @returns {string[][]} each closed: the first folder is at the end again
 */
export function findFolderCycles({ files, edges }, isAlone) {
  const folderOf = (file) => (isAlone(file) ? file : posix.dirname(file));
  const inProduct = (file) => /^(app|bin|components|lib)\//.test(file);
  const seen = new Set();
  const folderEdges = edges
    .filter(({ from, to }) => inProduct(from) && inProduct(to))
    .map(({ from, to }) => ({ from: folderOf(from), to: folderOf(to) }))
    .filter(({ from, to }) => from !== to && !seen.has(`${from}>${to}`) && seen.add(`${from}>${to}`));
  const folders = [...new Set(files.filter(inProduct).map(folderOf))];
  return findCycles({ files: folders, edges: folderEdges, packages: [] });
}
