/** What an exported page needs to draw its charts by itself: our scripts, each once, and the policy that allows only these. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type ChartViewer, FRAME_COLORS, VIEWER_SCRIPTS } from '../../notebook/chart-viewers.ts';
import { VENDOR_FILES } from '../../notebook/vendor-files.ts';

export interface ChartKit {
  /** HTML for the end of the page's body. */
  html: string;
  /** Sources of a Content-Security-Policy, such as `'sha256-…'`. */
  scriptSources: string[];
}

const VENDOR = 'vendor/';

/** `rootDir` has `public` and `node_modules`. Throws when a script is not there. */
export function makeChartKit(rootDir: string, viewers: readonly ChartViewer[]): ChartKit {
  const names = ['viewer.js', ...new Set(viewers.flatMap((viewer) => VIEWER_SCRIPTS[viewer]))];
  const scripts = names.map((name) => ({ name, text: readScript(rootDir, name) }));
  const program = readScript(rootDir, 'draw-charts.js');
  if (/<\/script|<!--/i.test(program)) throw new Error('draw-charts.js would end its own element.');
  const facts = {
    viewers: Object.fromEntries(viewers.map((viewer) => [viewer, VIEWER_SCRIPTS[viewer]])),
    files: Object.fromEntries(names.map((name, index) => [name, `script-${index}`])),
    colors: FRAME_COLORS,
  };
  const blocks = [
    `<script type="application/json" id="chart-kit">${JSON.stringify(facts)}</script>`,
    ...scripts.map(
      ({ text }, index) =>
        `<script type="application/gzip" id="script-${index}">${gzipSync(text).toString('base64')}</script>`,
    ),
    `<script>${program}</script>`,
  ];
  return {
    html: blocks.join('\n'),
    scriptSources: [program, ...scripts.map(({ text }) => text)].map(toHashSource),
  };
}

function readScript(rootDir: string, name: string): string {
  const vendor = name.startsWith(VENDOR) ? VENDOR_FILES[name.slice(VENDOR.length)] : undefined;
  const path = vendor === undefined ? join('public/frame', name) : join('node_modules', vendor);
  // As browsers read scripts, and hash them.
  return readFileSync(join(rootDir, path), 'utf8').replace(/^\uFEFF/, '');
}

function toHashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
