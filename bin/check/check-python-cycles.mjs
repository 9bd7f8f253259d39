import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { findCycles } from './import-graph.mjs';
import { listSources } from './list-sources.mjs';

/** Texts of several lines are documents, or programs of their own. */
const LONG_TEXT = /("""|''')[\s\S]*?\1/g;
/** Imports at any depth: an import inside a function, or for types alone, closes a circle too. */
const FROM = /^[ \t]*from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(?:\(([^)]*)\)|([^\n#]*))/gm;
const IMPORT = /^[ \t]*import[ \t]+([^\n#]*)/gm;

/**
 * Python modules that import each other in a circle, lazy and type-only imports included.
 *
 * @param {string} rootDir
 * @returns {string[]} one sentence a circle; empty when all is well
 */
export function checkPythonCycles(rootDir) {
  const files = listSources(rootDir, ['.py']);
  const known = new Set(files);
  const edges = files.flatMap((from) =>
    readTargets(from, readFileSync(join(rootDir, from), 'utf8'), known)
      .filter((to) => to !== from)
      .map((to) => ({ from, to, isType: false })),
  );
  return findCycles({ files, edges, packages: [] }).map((cycle) => `Import cycle: ${cycle.join(' -> ')}`);
}

/** @returns {string[]} files of the project */
function readTargets(file, source, known) {
  const text = source.replace(LONG_TEXT, '""');
  const folder = posix.dirname(file);
  const find = (base, name) => {
    const path = posix.join(base, ...name.split('.'));
    return [`${path}.py`, `${path}/__init__.py`].find((each) => known.has(each));
  };
  const targets = [];
  for (const [, dots, module, inBrackets, onLine] of text.matchAll(FROM)) {
    const base = dots === '' ? folder : posix.join(folder, ...Array(dots.length - 1).fill('..'));
    // A name can be a module of its own, or something in the one that is named.
    for (const name of splitNames(inBrackets ?? onLine)) {
      const dotted = [module, name].filter(Boolean).join('.');
      targets.push(find(base, dotted) ?? find(base, module));
    }
  }
  for (const [, names] of text.matchAll(IMPORT))
    for (const name of splitNames(names)) targets.push(find(folder, name));
  return [...new Set(targets.filter(Boolean))];
}

function splitNames(names) {
  return names
    .replaceAll(/#.*/g, '')
    .split(',')
    .map((name) => name.trim().split(/\s+as\s+/)[0])
    .filter((name) => /^[\w.]+$/.test(name));
}
