/**
 * JSON with the keys of all its objects in alphabetical order, as nbformat writes them.
 * Source: https://github.com/jupyter/nbformat/blob/main/nbformat/v4/nbjson.py
 */
export function sortKeys<Value>(value: Value): Value;
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  // A number that JavaScript would round is such an object (exact-json.ts).
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return value;
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sortKeys(each)]));
}
