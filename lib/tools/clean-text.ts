/** Text of an MCP server without characters that only a model would read. */

/**
 * Characters that show nothing: controls, formats, tags, fillers, variation selectors, and what is not assigned. Line
 * breaks and tabs stay, and all spaces become one kind.
 */
export function cleanText(text: string): string {
  return text
    .replaceAll(/(?![\n\t])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .replaceAll(/\p{Zs}/gu, ' ');
}

/** Changes each text in a JSON value, names of properties among them. A number whose digits change becomes the text. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value === 'number' || JSON.isRawJSON(value)) {
    const digits = JSON.stringify(value);
    const changed = change(digits);
    return changed === digits ? value : changed;
  }
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [change(name), mapTexts(each, change)]),
  );
}

/** Names of properties in a JSON value, at any depth. */
export function listPropertyNames(value: unknown): string[] {
  const names: string[] = [];
  const open = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next)) for (const name of Object.keys(next)) names.push(name);
    for (const each of Object.values(next)) open.push(each);
  }
  return names;
}
