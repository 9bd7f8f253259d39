/** Reads answers of which nothing is certain. */

export function readObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function readList(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(readObject) : [];
}

export function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A positive whole number. */
export function readCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

export function readFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** Whether a list of words holds one; undefined without a list. */
export function readsWord(value: unknown, word: string): boolean | undefined {
  return Array.isArray(value) ? value.includes(word) : undefined;
}
