import { posix } from 'node:path';
import { listSources } from './list-sources.mjs';

/** Where a file's name must lead to one file alone. Pages and routes of `app` are named by the framework. */
const AREAS = ['lib', 'components', 'bin'];
const CODE = ['.ts', '.tsx', '.mjs'];

/**
 * One name for one thing: no two files of an area share a base name.
 *
 * @param {string} rootDir
 * @returns {string[]} one sentence a pair
 */
export function checkNames(rootDir) {
  return AREAS.flatMap((area) => {
    const first = new Map();
    return listSources(rootDir, CODE)
      .filter((file) => file.startsWith(`${area}/`))
      .flatMap((file) => {
        const name = posix.basename(file).replace(/\.[a-z]+$/, '');
        const other = first.get(name);
        if (!other) first.set(name, file);
        return other ? [`${file} has the name of ${other}: name one of them for what it does`] : [];
      });
  });
}
