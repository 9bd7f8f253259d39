import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSources } from './list-sources.mjs';

/** Where colours and sizes of text are named. */
const TOKENS = 'app/tokens.css';
const COLOR =
  /#[0-9a-f]{3,8}(?![\w-])|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(|(?<![\w-])(?:white|black|gr[ae]y|red|green|blue)(?=\s*[;,)])/i;
/** Relative to the text around it is fine. */
const SIZE = /font-size:(?!\s*(?:var\(--text-|inherit|[\d.]+(?:em|%)))/;

/**
 * Colours and sizes of text that are written beside `app/tokens.css` instead of in it.
 *
 * @param {string} rootDir
 * @returns {string[]} one sentence a line
 */
export function checkTokens(rootDir) {
  return listSources(rootDir, ['.css'])
    .filter((file) => file !== TOKENS)
    .flatMap((file) =>
      readFileSync(join(rootDir, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => findFaults(line).map((fault) => `${file}:${index + 1} ${fault}`)),
    );
}

/**
 * @param {string} line
 * @returns {string[]}
 */
function findFaults(line) {
  const faults = [];
  if (COLOR.test(line)) faults.push(`names a colour: give it a token in ${TOKENS}`);
  if (SIZE.test(line)) faults.push(`sets a size of text that is no token of ${TOKENS}`);
  return faults;
}
