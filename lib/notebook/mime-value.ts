/** Values of a MIME bundle. Apart from the schemas (output.ts), so that the page need not load a validator. */
import type { BlobRef } from './blob-ref.ts';

export function isBlobRef(value: unknown): value is BlobRef {
  return typeof value === 'object' && value !== null && 'blob' in value && 'encoding' in value;
}

/** A MIME value as text: nbformat allows a list of lines, and JSON types hold objects. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((line) => typeof line === 'string')) return value.join('');
  return JSON.stringify(value);
}
