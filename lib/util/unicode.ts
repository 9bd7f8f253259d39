/** Text at the doors of the app: what cannot be written as UTF-8 stops there, with a sentence, and is never replaced. */
import { AppError } from './app-error.ts';

/** Half of a character of two UTF-16 units, as JSON can escape it: kernels and files refuse it. */
export const HALF_A_CHARACTER = 'half of a character (a lone surrogate), which cannot be written as UTF-8';

/** Throws AppError `bad-request`, a fragment of a sentence. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    // A byte order mark is kept, as `toString` does.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new AppError('bad-request', 'it is not UTF-8 text; save it as UTF-8', { cause: error });
  }
}

/** Whether all texts of a JSON value are Unicode. */
export function isUnicode(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, each]) => key.isWellFormed() && isUnicode(each));
}
