/** JSON as lines of text: `path to value: 12`. */

/** Items of one list or object, and of all. */
const [MAX_ITEMS, MAX_ALL] = [5000, 50_000];
const MAX_DEPTH = 20;
const MAX_KEY = 200;

/** `isWhole`: whether nothing is left out for its depth or number. */
export function flattenJson(json: unknown): { readonly lines: readonly string[]; readonly isWhole: boolean } {
  const lines: string[] = [];
  let [isWhole, count] = [true, 0];
  const visit = (value: unknown, path: string, depth: number) => {
    if (!(value instanceof Object)) {
      if (value !== null) lines.push(`${path}: ${writeValue(value)}`);
      return;
    }
    const isList = Array.isArray(value);
    const items = isList ? value : Object.entries(value);
    if (depth > MAX_DEPTH || items.length > MAX_ITEMS) isWhole = false;
    if (depth > MAX_DEPTH) return;
    for (const item of items.slice(0, MAX_ITEMS)) {
      if (++count > MAX_ALL) {
        isWhole = false;
        return;
      }
      if (isList) visit(item, path, depth + 1);
      else visit(item[1], `${path} ${item[0].slice(0, MAX_KEY)}`.trimStart(), depth + 1);
    }
  };
  visit(json, '', 0);
  return { lines, isWhole };
}

/** A number that keeps how it is written is an object (exact-json.ts). */
function writeValue(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
