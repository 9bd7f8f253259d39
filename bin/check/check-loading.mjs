import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSources } from './list-sources.mjs';

/**
 * Parts of the page that are loaded with their first use by other means than `createLate`: with React's `lazy` the nearest
 * boundary waits, which can hide the whole page, and a second fallback stays for 300 ms.
 *
 * @param {string} rootDir
 * @returns {string[]} one sentence a line
 */
export function checkLoading(rootDir) {
  return listSources(rootDir, ['.tsx'])
    .filter((file) => /^(?:app|components)\//.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(rootDir, file), 'utf8');
      return [...text.matchAll(/\b(?:dynamic|lazy)\(/g)].map(({ index }) => {
        const line = text.slice(0, index).split('\n').length;
        return `${file}:${line} loads a part of the page without components/ui/layers/create-late.tsx`;
      });
    });
}
