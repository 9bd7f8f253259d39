import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSources } from './list-sources.mjs';

const MAX_LINES = 400;
const CHECKED = ['.ts', '.tsx', '.mjs', '.py', '.css'];

/**
 * Files too long to be one concept.
 *
 * @param {string} rootDir
 * @returns {string[]} one sentence a file
 */
export function checkFileSize(rootDir) {
  return listSources(rootDir, CHECKED)
    .map((file) => ({ file, lines: readFileSync(join(rootDir, file), 'utf8').trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ file, lines }) => `${file} has ${lines} lines, more than ${MAX_LINES}: split it by concept`);
}
