/** Files of the frames that show kernel output: ours in `public/frame`, third-party ones from their packages. */
import { open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const OWN_FILES = [
  'index.html',
  'active.html',
  'viewer.html',
  'frame.js',
  'viewer.js',
  'view-plotly.js',
  'view-vega.js',
  'view-bokeh.js',
  'view-widgets.js',
  'widget-controls.js',
  'widget-choices.js',
].map((name) => `/frame/${name}`);

/** Classic scripts as their packages ship them, below `node_modules`. */
const VENDOR_FILES = new Map(
  Object.entries({
    'purify.js': 'dompurify/dist/purify.min.js',
    'plotly.js': 'plotly.js-strict-dist-min/plotly-strict.min.js',
    'vega.js': 'vega/build/vega.min.js',
    'vega-lite.js': 'vega-lite/build/vega-lite.min.js',
    'vega-embed.js': 'vega-embed/build/vega-embed.min.js',
    'bokeh.js': '@bokeh/bokehjs/build/js/bokeh.min.js',
    'bokeh-widgets.js': '@bokeh/bokehjs/build/js/bokeh-widgets.min.js',
    'bokeh-tables.js': '@bokeh/bokehjs/build/js/bokeh-tables.min.js',
    'bokeh-gl.js': '@bokeh/bokehjs/build/js/bokeh-gl.min.js',
  }).map(([name, file]) => [`/frame/vendor/${name}`, file]),
);

const FRAME_FILES = new Set([...OWN_FILES, ...VENDOR_FILES.keys()]);

/** Served without a login: they hold no data, and a sandboxed frame can send neither the cookie nor its origin. */
export function isFrameFile(url: string): boolean {
  return FRAME_FILES.has(url);
}

/** Answers when `path` is a script of a package; false otherwise. Rejects, the response destroyed, when reading fails. */
export async function sendVendorFile(
  path: string,
  rootDir: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const name = VENDOR_FILES.get(path);
  if (name === undefined) return false;
  await using file = await open(join(rootDir, 'node_modules', name));
  const { size, mtimeMs } = await file.stat();
  const tag = `"${size}-${Math.trunc(mtimeMs)}"`;
  response.setHeader('etag', tag);
  // Asked about each time: the name says no version, and the next one is as near as this one.
  response.setHeader('cache-control', 'no-cache');
  if (request.headers['if-none-match'] === tag) {
    response.writeHead(304).end();
    return true;
  }
  response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'content-length': size });
  if (request.method === 'HEAD') response.end();
  else await pipeline(file.createReadStream(), response);
  return true;
}
