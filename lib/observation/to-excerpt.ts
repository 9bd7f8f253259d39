/** What is kept at hand of a value that is stored, so that a model can read of it. */
import type { Excerpt } from '../notebook/output-digest.ts';
import { renderValue } from './render-bundle.ts';
import { countNewlines, shortenText } from './shorten/shorten-text.ts';

/** Past this much an observation does not grow in practice, characters. */
const MAX_LENGTH = 16_000;
/** Of a longer text only the beginning is read, characters. */
const MAX_READ_LENGTH = 1_000_000;

/** Null for pictures, sound and film, of which text says nothing. */
export function toExcerpt(mimeType: string, value: unknown): Excerpt | null {
  if (/^(?:image|audio|video)\/|^application\/pdf$/.test(mimeType)) return null;
  const unread = typeof value === 'string' ? Math.max(0, value.length - MAX_READ_LENGTH) : 0;
  const whole = renderValue(mimeType, unread > 0 ? String(value).slice(0, MAX_READ_LENGTH) : value);
  const missing = { characters: unread, lines: 0 };
  const text = shortenText(whole, Math.min(MAX_LENGTH, whole.length - (unread > 0 ? 1 : 0)), { missing });
  const characters = whole.length - text.length + unread;
  return { text, characters, lines: Math.max(0, countNewlines(whole) - countNewlines(text)) };
}
