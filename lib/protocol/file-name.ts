/** Which names a file in a workspace may have: one path segment that is safe on every system. */
import { AppError } from '../util/app-error.ts';

const MAX_BYTES = 200;
// Control characters, bidirectional overrides, separators and what Windows forbids.
const FORBIDDEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069/\\:*?"<>|]/u;
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i;

/** The name in NFC. Throws AppError `bad-request` with a sentence when it cannot be a file name here. */
export function parseFileName(name: string): string {
  const normal = name.normalize('NFC').trim();
  const tooLong = new TextEncoder().encode(normal).length > MAX_BYTES;
  if (normal === '' || normal.startsWith('.') || normal.endsWith('.') || tooLong) throw refuse(normal);
  if (FORBIDDEN.test(normal) || RESERVED.test(normal)) throw refuse(normal);
  return normal;
}

function refuse(name: string): AppError {
  const shown = JSON.stringify(name.slice(0, 60));
  return new AppError(
    'bad-request',
    `${shown} cannot be used as a file name. Use a plain name without folders, such as "data.csv".`,
  );
}
