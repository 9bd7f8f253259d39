import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { listSources } from './list-sources.mjs';

/**
 * Object literals spread into the object literal around them (`{ ...{ a, b }, c }`): they say nothing and only save lines.
 *
 * @param {string} rootDir
 * @returns {string[]} one sentence a place
 */
export function checkSpreads(rootDir) {
  return listSources(rootDir, ['.ts', '.tsx', '.mjs', '.js']).flatMap((file) => {
    const source = readFileSync(join(rootDir, file), 'utf8');
    return findSpreads(file, source).map(
      ({ start }) =>
        `${file}:${source.slice(0, start).split('\n').length} spreads a literal into a literal: write its properties beside the others`,
    );
  });
}

/** @returns {{start: number, end: number, argument: {start: number, end: number}}[]} */
function findSpreads(file, source) {
  const found = [];
  const visitor = new Visitor({
    ObjectExpression: ({ properties }) => {
      const spreads = properties.filter(({ type }) => type === 'SpreadElement');
      found.push(...spreads.filter(({ argument }) => argument.type === 'ObjectExpression'));
    },
  });
  visitor.visit(parseSync(file, source).program);
  return found;
}
