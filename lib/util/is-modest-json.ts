/** What `JSON.stringify` can write without running out of stack, with room to spare. */
const MAX_DEPTH = 500;
/** Quotes, commas and the like. */
const LENGTH_PER_VALUE = 4;

/**
 * Whether a JSON value is at most about `maxLength` characters long when written, and not nested too deep to be
 * written at all. Stops looking as soon as it is not.
 */
export function isModestJson(value: unknown, maxLength: number): boolean {
  return measureJson(value, maxLength) <= maxLength;
}

/** About how long a JSON value is when written, characters; Infinity past `maxLength` or when nested too deep. */
export function measureJson(value: unknown, maxLength: number): number {
  let length = 0;
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    length += LENGTH_PER_VALUE;
    if (typeof next.value === 'string') length += next.value.length;
    else if (typeof next.value === 'object' && next.value !== null) {
      const depth = next.depth + 1;
      const entries = Object.entries(next.value);
      length += entries.length * LENGTH_PER_VALUE;
      if (depth > MAX_DEPTH || length > maxLength) return Number.POSITIVE_INFINITY;
      for (const [key, each] of entries) {
        length += Array.isArray(next.value) ? 0 : key.length;
        open.push({ value: each, depth });
      }
    }
    if (length > maxLength) return Number.POSITIVE_INFINITY;
  }
  return length;
}
