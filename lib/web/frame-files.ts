/**
 * Files of the frames that show kernel output: ours in `public/frame`, third-party ones from their packages. `index.html` cleans
 * HTML, `active.html` runs a program after a click, and `viewer.html` draws data with our libraries.
 */
import { open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { VENDOR_FILES } from '../notebook/vendor-files.ts';

const OWN_FILES = [
  'index.html',
  'active.html',
  'viewer.html',
  'frame.js',
  'report-selection.js',
  'viewer.js',
  'view-plotly.js',
  'view-vega.js',
  'view-bokeh.js',
  'view-widgets.js',
  'widget-controls.js',
  'widget-choices.js',
].map((name) => `/frame/${name}`);

const VENDOR = '/frame/vendor/';
const FRAME_FILES = new Set([...OWN_FILES, ...Object.keys(VENDOR_FILES).map((name) => `${VENDOR}${name}`)]);

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
  const name = FRAME_FILES.has(path) ? VENDOR_FILES[path.replace(VENDOR, '')] : undefined;
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
