/** Python source text: literals that are safe for any name, and variable names made of words. */

/** A Python string literal. JSON's escapes are a subset of Python's except for lone surrogates, which are dropped. */
export function quote(text: string): string {
  return JSON.stringify(text.toWellFormed());
}

/** A Python list of string literals. */
export function quoteAll(texts: readonly string[]): string {
  return `[${texts.map(quote).join(', ')}]`;
}

/** A variable name after the given prefix, from any text: `toVariable('by', 'Unit Price')` is `by_unit_price`. */
export function toVariable(prefix: string, text: string): string {
  const words = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 30);
  return words ? `${prefix}_${words}` : `${prefix}_group`;
}

/** Joins lines, leaving out those that are null. */
export function joinLines(...lines: (string | null)[]): string {
  return lines.filter((line) => line !== null).join('\n');
}
