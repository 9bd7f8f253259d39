/** Files with secrets in them: readable by their owner only, and replaced in one step. */
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { hasCode } from '../util/has-code.ts';

/** The text, or null where there is no file. Throws what the system says. */
export function readPrivateFile(path: string): string | null {
  try {
    const file = openSync(path, 'r');
    try {
      closeToOthers(path, fstatSync(file).mode);
      return readFileSync(file, 'utf8');
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** As JSON. A reader or a power cut finds the old file or the new one. Throws what the system says. */
export function writePrivateFile(path: string, content: object): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const file = openSync(draft, 'wx', 0o600);
    try {
      writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** A copy or a restored backup may be open to others. */
function closeToOthers(path: string, mode: number): void {
  if (process.platform === 'win32' || (mode & 0o077) === 0) return;
  try {
    chmodSync(path, 0o600);
  } catch {
    // Someone else's file; they decide who reads it.
  }
}
