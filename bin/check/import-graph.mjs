import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { listSources } from './list-sources.mjs';
import { readImports } from './read-imports.mjs';

const CODE = ['.ts', '.tsx', '.mjs'];

/**
 * @typedef {{from: string, to: string, isType: boolean}} Edge between two files, as paths from the root
 * @typedef {{from: string, specifier: string, isType: boolean}} PackageImport
 * @typedef {object} ImportGraph
 * @property {string[]} files
 * @property {Edge[]} edges
 * @property {PackageImport[]} packages imports of packages and of Node's own modules
 */

/**
 * Reads the whole project.
 *
 * @param {string} rootDir
 * @param {Map<string, import('./read-imports.mjs').Import[]>} [known] imports by source text, kept from one reading to the next
 * @returns {ImportGraph}
 */
export function readImportGraph(rootDir, known = new Map()) {
  const files = listSources(rootDir, CODE);
  const edges = [];
  const packages = [];
  for (const from of files) {
    const source = readFileSync(join(rootDir, from), 'utf8');
    const imports = known.get(source) ?? readImports(from, source);
    known.set(source, imports);
    for (const { specifier, isType } of imports) {
      if (!specifier.startsWith('.')) packages.push({ from, specifier, isType });
      else {
        const to = posix.join(posix.dirname(from), specifier);
        // Styles and JSON are not code; a path that leads nowhere is the compiler's to report.
        if (CODE.includes(posix.extname(to)) && existsSync(join(rootDir, to)))
          edges.push({ from, to, isType });
      }
    }
  }
  return { files, edges, packages };
}

/**
 * One cycle for each group of files that import each other in a circle, type-only imports included.
 *
 * @param {ImportGraph} graph
 * @returns {string[][]} each closed: the first file is at the end again
 */
export function findCycles({ files, edges }) {
  const targets = groupTargets(edges);
  const finished = new Set();
  const cycles = [];
  /** @param {string[]} path */
  const visit = (path) => {
    const file = path.at(-1);
    for (const next of targets.get(file) ?? []) {
      const start = path.indexOf(next);
      if (start >= 0) cycles.push([...path.slice(start), next]);
      else if (!finished.has(next)) visit([...path, next]);
    }
    finished.add(file);
  };
  for (const file of files) if (!finished.has(file)) visit([file]);
  return cycles;
}

/**
 * Finds every file reachable from one, with the shortest way to it.
 *
 * @param {ImportGraph} graph
 * @returns {(start: string) => Map<string, string[]>} by file; the way includes both ends
 */
export function createReach({ edges }) {
  const targets = groupTargets(edges);
  return (start) => {
    const ways = new Map([[start, [start]]]);
    for (const [file, way] of ways) {
      for (const next of targets.get(file) ?? []) if (!ways.has(next)) ways.set(next, [...way, next]);
    }
    return ways;
  };
}

function groupTargets(edges) {
  const targets = new Map();
  for (const { from, to } of edges) {
    const group = targets.get(from);
    if (group) group.push(to);
    else targets.set(from, [to]);
  }
  return targets;
}
