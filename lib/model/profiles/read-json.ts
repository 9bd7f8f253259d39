/** Reads answers of which nothing is certain. */

/** The longest list known, OpenRouter's, has some 500 models. */
const MAX_ENTRIES = 5000;
/** Longer than any name, and than the settings that Ollama writes as a text. */
const MAX_TEXT_LENGTH = 10_000;

export function readObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function readList(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.slice(0, MAX_ENTRIES).map(readObject) : [];
}

export function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= MAX_TEXT_LENGTH ? value : undefined;
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
