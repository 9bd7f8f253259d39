import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { listSources } from './list-sources.mjs';

const PATHS = 'lib/protocol/api/api-paths.ts';
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Routes that the API's table does not know, or that name another row than the one of their path, and rows without a route.
 *
 * @param {string} rootDir
 * @returns {Promise<string[]>} one sentence a problem
 */
export async function checkRoutes(rootDir) {
  const { API_PATHS } = await import(pathToFileURL(join(rootDir, PATHS)).href);
  const routes = listSources(rootDir, ['.ts', '.tsx'])
    .filter((file) => /^app\/(.*\/)?route\.tsx?$/.test(file))
    .flatMap((file) => readRoutes(file, readFileSync(join(rootDir, file), 'utf8')));
  const wrong = routes.filter(({ id, endpoint }) => API_PATHS[id] !== endpoint);
  const known = new Set(routes.map(({ endpoint }) => endpoint));
  const missing = Object.entries(API_PATHS).filter(([, endpoint]) => !known.has(endpoint));
  return [
    ...wrong.map(({ file, id, endpoint }) => `${file} ${describeFault(API_PATHS, id, endpoint)}`),
    ...missing.map(([id, endpoint]) => `${PATHS} has ${id}, but no file of app/api answers ${endpoint}`),
  ];
}

function describeFault(paths, id, endpoint) {
  if (id === null) return `answers ${endpoint} without route('…'): give it a row in ${PATHS}`;
  if (!(id in paths)) return `names ${id}, which is not a row of ${PATHS}`;
  return `answers ${endpoint} as ${id}, which is ${paths[id]}`;
}

/** The methods that a route file exports, each with the id that it gives `route`, or null. */
function readRoutes(file, source) {
  const path = toPath(file);
  const found = [];
  const add = (method, id) => {
    if (METHODS.has(method)) found.push({ file, id, endpoint: `${method} ${path}` });
  };
  const { program } = parseSync(file, source);
  new Visitor({
    ExportNamedDeclaration: ({ declaration, specifiers }) => {
      for (const { exported } of specifiers) add(exported.name ?? exported.value, null);
      if (declaration?.type === 'FunctionDeclaration') add(declaration.id.name, null);
      for (const { id, init } of declaration?.declarations ?? []) add(id.name, readId(init));
    },
  }).visit(program);
  return found;
}

function readId(init) {
  if (init?.type !== 'CallExpression' || init.callee.name !== 'route') return null;
  const [id] = init.arguments;
  return typeof id?.value === 'string' ? id.value : null;
}

/** `app/api/a/[b]/route.ts` → `/api/a/{b}`. */
function toPath(file) {
  return file
    .replace(/^app/, '')
    .replace(/\/route\.tsx?$/, '')
    .replaceAll(/\[([^\]]+)\]/g, '{$1}');
}
