/** Reading JSON that code made up: what is not as expected is absent. */

export type JsonRecord = Record<string, unknown>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function toRecord(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

const MAX_LABEL_LENGTH = 200;

/** A short text on one line; empty when there is none. */
export function toLabel(value: unknown): string {
  if (Array.isArray(value)) return toLabel(value.filter((line) => typeof line === 'string').join(' '));
  return typeof value === 'string' ? value.slice(0, MAX_LABEL_LENGTH).replaceAll(/\s+/g, ' ').trim() : '';
}
