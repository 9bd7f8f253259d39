import { pluralize } from '../../../../lib/util/pluralize.ts';
import { JSON_TEXTS } from './json-texts.ts';

/** A JSON value as the rows of a tree; only visible rows exist. */
export interface JsonRow {
  /** Keys from the root, joined so that no two values share one. */
  readonly path: string;
  readonly depth: number;
  /** Null for the root and for the row that shows more. */
  readonly key: string | number | null;
  readonly kind: 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null' | 'more';
  /** The value as JSON; for an object or array its size; for `more` how many items are hidden. */
  readonly text: string;
  readonly isExpandable: boolean;
  readonly isExpanded: boolean;
  /** Its place among its siblings, from 1, and their number. */
  readonly position: number;
  readonly siblings: number;
}

export interface JsonOpening {
  /** Paths that the user opened or closed; others keep their initial state. */
  readonly toggled: ReadonlyMap<string, boolean>;
  /** How many children of a path are shown, if the user asked for more. */
  readonly shown: ReadonlyMap<string, number>;
  /** Open everything at first, as `JSON(…, expanded=True)` asks. */
  readonly isAllOpen: boolean;
}

const CHILDREN_AT_ONCE = 100;
/** Small branches are open at first. */
const MAX_OPEN_CHILDREN = 12;
const MAX_OPEN_DEPTH = 1;
const MAX_ALL_OPEN_DEPTH = 4;
const MAX_STRING_CHARACTERS = 2000;

export const ROOT_PATH = '$';

export function listJsonRows(value: unknown, opening: JsonOpening): JsonRow[] {
  const rows: JsonRow[] = [];
  addRows(rows, value, { path: ROOT_PATH, key: null, depth: 0, position: 1, siblings: 1 }, opening);
  return rows;
}

/** Shows more of a path's children. */
export function showMore(opening: JsonOpening, path: string): JsonOpening {
  const count = (opening.shown.get(path) ?? CHILDREN_AT_ONCE) + CHILDREN_AT_ONCE;
  return { ...opening, shown: new Map(opening.shown).set(path, count) };
}

export function setExpanded(opening: JsonOpening, path: string, isExpanded: boolean): JsonOpening {
  return { ...opening, toggled: new Map(opening.toggled).set(path, isExpanded) };
}

/** The path of the object or array that holds this one's value. */
export function parentPath(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), ROOT_PATH.length));
}

type Place = Pick<JsonRow, 'path' | 'key' | 'depth' | 'position' | 'siblings'>;

function addRows(rows: JsonRow[], value: unknown, place: Place, opening: JsonOpening): void {
  if (typeof value !== 'object' || value === null) {
    rows.push({ ...place, ...describeLeaf(value), isExpandable: false, isExpanded: false });
    return;
  }
  const keys = Array.isArray(value) ? value.length : Object.keys(value);
  const count = typeof keys === 'number' ? keys : keys.length;
  const isExpanded =
    count > 0 && (opening.toggled.get(place.path) ?? isOpenAtFirst(place.depth, count, opening));
  const kind = typeof keys === 'number' ? 'array' : 'object';
  rows.push({ ...place, kind, text: describeSize(kind, count), isExpandable: count > 0, isExpanded });
  if (!isExpanded) return;
  const shown = Math.min(count, opening.shown.get(place.path) ?? CHILDREN_AT_ONCE);
  const siblings = shown < count ? shown + 1 : count;
  const depth = place.depth + 1;
  for (let index = 0; index < shown; index++) {
    const key = typeof keys === 'number' ? index : (keys[index] ?? '');
    const path = `${place.path}/${escapeKey(key)}`;
    addRows(rows, Reflect.get(value, key), { path, key, depth, position: index + 1, siblings }, opening);
  }
  if (shown === count) return;
  const more = { key: null, kind: 'more', text: JSON_TEXTS.more(count - shown) } as const;
  const path = `${place.path}/…`;
  rows.push({ ...more, path, depth, position: siblings, siblings, isExpandable: false, isExpanded: false });
}

function isOpenAtFirst(depth: number, count: number, { isAllOpen }: JsonOpening): boolean {
  if (depth === 0) return true;
  return isAllOpen ? depth < MAX_ALL_OPEN_DEPTH : depth <= MAX_OPEN_DEPTH && count <= MAX_OPEN_CHILDREN;
}

function describeLeaf(value: unknown): Pick<JsonRow, 'kind' | 'text'> {
  if (typeof value === 'string') return { kind: 'string', text: quoteText(value) };
  if (typeof value === 'number') return { kind: 'number', text: String(value) };
  if (typeof value === 'boolean') return { kind: 'boolean', text: String(value) };
  return { kind: 'null', text: 'null' };
}

function quoteText(text: string): string {
  if (text.length <= MAX_STRING_CHARACTERS) return JSON.stringify(text);
  const shown = JSON.stringify(text.slice(0, MAX_STRING_CHARACTERS));
  return JSON_TEXTS.cutString(shown, text.length - MAX_STRING_CHARACTERS);
}

function describeSize(kind: 'array' | 'object', count: number): string {
  return pluralize(count, kind === 'array' ? 'item' : 'key');
}

/** As in a JSON pointer (RFC 6901); the sign for "more" is kept apart. */
function escapeKey(key: string | number): string {
  const escaped = String(key).replaceAll('~', '~0').replaceAll('/', '~1');
  return escaped === '…' ? '~…' : escaped;
}
