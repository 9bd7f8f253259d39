/** Which names a file in a workspace may have: one path segment that is safe on every system. */
import { AppError } from '../../util/app-error.ts';

const MAX_BYTES = 200;
/** Folders that a path may go through, its own name included. */
const MAX_DEPTH = 8;
// Control characters, bidirectional overrides, separators and what Windows forbids.
const FORBIDDEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069/\\:*?"<>|]/gu;
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i;

/** The name in NFC. Throws AppError `bad-request` with a sentence when it cannot be a file name here. */
export function parseFileName(name: string): string {
  const normal = name.normalize('NFC').trim();
  const fault = findFault(normal);
  if (fault === null) return normal;
  const shown = JSON.stringify(normal.length > 60 ? `${normal.slice(0, 59)}…` : normal);
  throw new AppError('bad-request', `${shown} cannot be used as a file name: ${fault}.`);
}

/** A path in a workspace: such names with slashes between them. Throws as {@link parseFileName}. */
export function parseFilePath(path: string): string {
  const names = path.split('/');
  if (names.length > MAX_DEPTH) throw new AppError('bad-request', 'This file is in too many nested folders.');
  return names.map(parseFileName).join('/');
}

/** The nearest name that `parseFileName` accepts, for a file that the user already has under its own name. */
export function toFileName(name: string): string {
  const plain = trimDots(name.normalize('NFC').replace(FORBIDDEN, '_')) || 'file';
  return trimDots(cutStem(RESERVED.test(plain) ? `_${plain}` : plain));
}

function findFault(name: string): string | null {
  if (name === '') return 'it is empty';
  if (name.startsWith('.')) return 'it starts with a dot';
  if (name.endsWith('.')) return 'it ends with a dot';
  if (countBytes(name) > MAX_BYTES) return `it is longer than ${MAX_BYTES} bytes`;
  const [character] = name.match(FORBIDDEN) ?? [];
  if (character) return `it contains ${describeCharacter(character)}`;
  return RESERVED.test(name) ? 'Windows reserves it for a device' : null;
}

function describeCharacter(character: string): string {
  if (/[!-~]/.test(character)) return `“${character}”`;
  const code = character.codePointAt(0) ?? 0;
  return `the invisible character U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

function trimDots(name: string): string {
  return name.replace(/^[\s.]+|[\s.]+$/g, '');
}

/** Cut before the extension, between characters. */
function cutStem(name: string): string {
  const extension = name.match(/\.[^.]{1,16}$/)?.[0] ?? '';
  const stem = [...name.slice(0, name.length - extension.length)];
  while (countBytes(stem.join('') + extension) > MAX_BYTES) stem.pop();
  return stem.join('') + extension;
}

function countBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
