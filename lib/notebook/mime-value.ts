/** Values of a MIME bundle. Apart from the schemas (output.ts), so that the page need not load a validator. */
import type { BlobRef } from './blob-ref.ts';

export function isBlobRef(value: unknown): value is BlobRef {
  return typeof value === 'object' && value !== null && 'blob' in value && 'encoding' in value;
}

/** Types whose values are JSON; nbformat has all others as text. */
const JSON_TYPE = /^application\/(?:.*\+)?json$/;

/** What code or a file has under MIME types, as nbformat has it: lines joined, other values of text types as text, none dropped. */
export function toMimeBundle(data: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(data).map(([mimeType, value]): [string, unknown] => [
    mimeType,
    JSON_TYPE.test(mimeType) || value === null ? value : toText(value),
  ]);
  return Object.fromEntries(
    entries.filter(([mimeType, value]) => JSON_TYPE.test(mimeType) || value !== null),
  );
}

/** A MIME value as text: nbformat allows a list of lines, and JSON types hold objects. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((line) => typeof line === 'string')) return value.join('');
  return JSON.stringify(value);
}
