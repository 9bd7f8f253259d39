import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSources } from './list-sources.mjs';

/** Where colors, sizes, layers, and breakpoints are named. */
const TOKENS = 'app/tokens.css';
/** The only reset of buttons and fields. */
const RESET = 'app/globals.css';
const COLOR =
  /#[0-9a-f]{3,8}(?![\w-])|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(|(?<![\w-])(?:white|black|gr[ae]y|red|green|blue)(?=\s*[;,)])/i;
/** Relative to the text around it is fine. */
const SIZE = /font-size:(?!\s*(?:var\(--text-|inherit|[\d.]+(?:em|%)))/;

const RESETTING = /(?<![\w-])(?:font:\s*inherit|all:\s*unset)\s*;/;
const LAYER = /z-index:\s*-?[1-9]/;
const CONTROL_HEIGHT = /(?<![\w.])2rem\b/;
/** `(width >= 1rem)`, `(min-width: 1rem)`, and `(1rem <= width)`. */
const WIDTH_QUERIES = [
  /[(<>=]\s*(?:(?:min|max|device)-)*(?:width|inline-size)\s*[:<>=]=?\s*([\d.]+[a-z]+|calc\([^)]*\))\s*\)/gi,
  /\(\s*([\d.]+[a-z]+|calc\([^)]*\))\s*[<>=]=?\s*(?:width|inline-size)\b/gi,
];

/**
 * Colors, text sizes, layers, and control heights that are written beside `app/tokens.css` instead of in it, resets of
 * buttons and fields beside the one in `app/globals.css`, and widths in media queries that are not one of its breakpoints, in styles and in code.
 *
 * @param {string} rootDir
 * @returns {string[]} one sentence a line
 */
export function checkTokens(rootDir) {
  const tokens = readFileSync(join(rootDir, TOKENS), 'utf8');
  const breakpoints = [...tokens.matchAll(/--breakpoint-\w+:\s*([^;]+);/g)].map(([, width]) => width);
  const findLineFaults = (line, file) => [
    ...(file.endsWith('.css') ? findStyleFaults(line) : []),
    ...(file.endsWith('.css') && file !== RESET && RESETTING.test(line)
      ? [`resets a button or field: ${RESET} does that for all of them`]
      : []),
    ...WIDTH_QUERIES.flatMap((query) => [...line.matchAll(query)])
      .filter(([, width]) => !breakpoints.includes(width))
      .map(([, width]) => `asks for a width of ${width}, which is not a breakpoint of ${TOKENS}`),
  ];
  return listSources(rootDir, ['.css', '.ts', '.tsx'])
    .filter((file) => file !== TOKENS && /^(app|components)\//.test(file))
    .flatMap((file) =>
      readFileSync(join(rootDir, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => findLineFaults(line, file).map((fault) => `${file}:${index + 1} ${fault}`)),
    );
}

/**
 * @param {string} line
 * @returns {string[]}
 */
function findStyleFaults(line) {
  const faults = [];
  if (COLOR.test(line)) faults.push(`names a color: give it a token in ${TOKENS}`);
  if (SIZE.test(line)) faults.push(`sets a text size that is not a token of ${TOKENS}`);
  if (LAYER.test(line)) faults.push(`sets a layer that is not a token of ${TOKENS}`);
  if (CONTROL_HEIGHT.test(line)) faults.push('writes 2rem: use --control-height or --space-6');
  return faults;
}
