import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSources } from './list-sources.mjs';

/**
 * Parts of the page that are loaded with their first use and do not say what is shown meanwhile. Next then lets the
 * nearest boundary wait, which hides the whole page, or the open dialog, for that moment.
 *
 * @param {string} rootDir
 * @returns {string[]} one sentence a line
 */
export function checkLoading(rootDir) {
  return listSources(rootDir, ['.tsx'])
    .filter((file) => /^(?:app|components)\//.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(rootDir, file), 'utf8');
      return [...text.matchAll(/\bdynamic\(\s*(?:async )?\(\) =>/g)]
        .filter(({ index }) => !/\bloading\b/.test(text.slice(index, text.indexOf(');\n', index))))
        .map(({ index }) => {
          const line = text.slice(0, index).split('\n').length;
          return `${file}:${line} loads a part of the page without \`loading\`, so all around it disappears meanwhile`;
        });
    });
}
