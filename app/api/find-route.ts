import { API_PATHS, type EndpointId, splitPath } from '../../lib/protocol/api/api-paths.ts';

const IDS = Object.keys(API_PATHS) as EndpointId[];

/** Every path of the API's table. A fixed segment comes before a parameter, because a brace sorts after letters. */
const ROUTES = [...Map.groupBy(IDS, (id) => splitPath(id).path)]
  .sort(([path], [other]) => (path < other ? -1 : 1))
  .map(([path, ids]) => ({ ids, parts: path.split('/').slice(2).map(parsePart) }));

interface Part {
  /** Of a fixed segment. */
  text: string;
  /** Of a parameter. */
  name: string | undefined;
  isRest: boolean;
}

/** `{name}` and `{...name}` are parameters. */
function parsePart(text: string): Part {
  const [, dots, name] = /^\{(\.\.\.)?(\w+)\}$/.exec(text) ?? [];
  return { text, name, isRest: dots !== undefined };
}

interface Route {
  /** The endpoints of this path, one for each method. */
  ids: readonly EndpointId[];
  params: Record<string, string>;
}

/** The path of the table that the decoded segments after `/api` fit; null when there is none. */
export function findRoute(segments: readonly string[]): Route | null {
  for (const { ids, parts } of ROUTES) {
    const params = matchParts(parts, segments);
    if (params) return { ids, params };
  }
  return null;
}

function matchParts(parts: readonly Part[], segments: readonly string[]): Route['params'] | null {
  const isLongEnough = segments.length >= parts.length;
  if (!isLongEnough || (segments.length > parts.length && !parts.at(-1)?.isRest)) return null;
  const params: Route['params'] = {};
  for (const [index, { text, name, isRest }] of parts.entries()) {
    const segment = segments[index] ?? '';
    if (name !== undefined) params[name] = isRest ? segments.slice(index).join('/') : segment;
    else if (segment !== text) return null;
  }
  return params;
}
