/** Numbers in brackets as Python and NumPy write them. */
const ARRAY =
  /^(?:array\()?\[(?:[\s\d.,+[\]-]|e[+-]|nan|inf|True|False)*\](?:,\s+(?:dtype|shape)=[^\n]{1,40})?\)?\s*$/;
/** Longer ones are compared as they are wrapped. */
const MAX_LENGTH = 20_000;

/**
 * Two arrays of numbers, each on one line: where they are wrapped depends on how long their values are, so each value has the same
 * place in every run only without that. Null for other texts, and for the same values that are wrapped differently.
 */
export function unwrapArrays(notebook: string, here: string): [string, string] | null {
  const isArray = (text: string) => text.length <= MAX_LENGTH && ARRAY.test(text);
  if (!isArray(notebook) || !isArray(here)) return null;
  const [left, right] = [unwrap(notebook), unwrap(here)];
  return left === right ? null : [left, right];
}

function unwrap(text: string): string {
  return text.trimEnd().replaceAll(/(?<!\s)\s*\n\s*/g, ' ');
}
