/**
 * Import rules between the parts of the product. A checker of our own, because those at hand miss what matters here:
 * dependency-cruiser cannot read TypeScript under TypeScript 7, and Biome's rules see one import at a time.
 */
import { posix } from 'node:path';
import { ISOMORPHIC, LAYERS, PACKAGE_RULES } from './boundary-rules.mjs';
import { createReach, findCycles, readImportGraph } from './import-graph.mjs';

/**
 * @param {string} rootDir
 * @param {Parameters<typeof readImportGraph>[1]} [known] what an earlier check has read
 * @returns {string[]} one sentence a violation; empty when all is well
 */
export function checkBoundaries(rootDir, known) {
  const graph = readImportGraph(rootDir, known);
  return [
    ...findUnclaimed(graph),
    ...findWrongLayers(graph),
    ...findServerReach(graph),
    ...findSchemaReach(graph),
    ...findPackageViolations(graph),
    ...findCycles(graph).map((cycle) => `Import cycle: ${cycle.join(' -> ')}`),
    ...findFolderCycles(graph, isAlone).map((cycle) => `Cycle of folders: ${cycle.join(' -> ')}`),
  ];
}

/**
 * Cycles between folders of one layer or several, type-only imports included: two folders that need each other are one
 * folder. A file that is a layer by itself, such as a port, counts as a folder by itself.
 *
 * @param {import('./import-graph.mjs').ImportGraph} graph
 * @param {(file: string) => boolean} isAlone whether a file is a layer by itself
 * @returns {string[][]} each closed: the first folder is at the end again
 */
function findFolderCycles({ files, edges }, isAlone) {
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

function findUnclaimed({ files }) {
  return files
    .filter((file) => /^(lib|components)\//.test(file) && !layerOf(file))
    .map((file) => `${file} belongs to no layer of bin/check/boundary-rules.mjs`);
}

function findWrongLayers({ edges }) {
  return edges
    .filter(({ from, to, isType }) => !isAllowed(layerOf(from), layerOf(to), isType))
    .map(({ from, to, isType }) => `${from} must not import ${isType ? 'types from ' : ''}${to}`);
}

function isAllowed(from, to, isType) {
  // Tests and benches may look anywhere; nobody may look at them.
  if (!from) return true;
  if (!to) return false;
  return from === to || from.may.includes(to.name) || (isType && (from.mayType ?? []).includes(to.name));
}

/** Follows imports to any depth: what the browser loads, or takes types from, must not end in server code. */
function findServerReach(graph) {
  const nodeImports = new Map(
    graph.packages
      .filter(({ specifier }) => specifier.startsWith('node:'))
      .map((found) => [found.from, found]),
  );
  const findReach = createReach(graph);
  return graph.files
    .filter((file) => ISOMORPHIC.includes(layerOf(file)?.name))
    .flatMap((file) => [...findReach(file).entries()])
    .flatMap(([end, way]) => {
      if (nodeImports.has(end)) return [`${way.join(' -> ')} reaches ${nodeImports.get(end).specifier}`];
      // A direct import is reported as such already.
      const isServerCode = !ISOMORPHIC.includes(layerOf(end)?.name);
      return isServerCode && way.length > 2 ? [`${way.join(' -> ')} reaches server code`] : [];
    });
}

/** The page checks no shapes: with schemas, it would load more than it may, and their library tries out `eval`. */
function findSchemaReach({ edges, packages }) {
  const users = edges.filter(({ isType }) => !isType).map(({ from, to }) => ({ from: to, to: from }));
  const findUsers = createReach({ files: [], edges: users, packages: [] });
  return packages
    .filter(({ specifier, isType }) => specifier === 'zod' && !isType)
    .flatMap(({ from }) => {
      const way = [...findUsers(from).values()].find((each) => each.at(-1)?.startsWith('components/'));
      return way ? [`${way.toReversed().join(' -> ')} reaches zod`] : [];
    });
}

function findPackageViolations({ packages }) {
  const inProduct = packages.filter(({ from }) => layerOf(from));
  return PACKAGE_RULES.flatMap(({ packages: pattern, only, maxFiles = Number.POSITIVE_INFINITY, why }) => {
    const importers = [
      ...new Set(inProduct.filter(({ specifier }) => pattern.test(specifier)).map(({ from }) => from)),
    ];
    const strangers = importers.filter((file) => !only.test(file));
    const problems = strangers.map((file) => `${file} must not import ${pattern.source}: ${why}`);
    if (importers.length <= maxFiles) return problems;
    return [...problems, `${importers.join(', ')}: at most ${maxFiles} may import ${pattern.source}: ${why}`];
  });
}

/** Whether a layer is this one file, such as a port. */
function isAlone(file) {
  return layerOf(file)?.files.source.endsWith('\\.ts$') ?? false;
}

function layerOf(file) {
  return LAYERS.find(({ files }) => files.test(file));
}
