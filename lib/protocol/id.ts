/** Random ids: 128 bits, URL-safe, valid nbformat cell ids. Works in browsers and Node. */
export function createId(prefix: string): string {
  return `${prefix}-${crypto.randomUUID().replaceAll('-', '')}`;
}
