/** What SQLite's own errors mean for the user whose database it is. */
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '../../util/app-error.ts';
import { attempt } from '../../util/attempt.ts';
import { DISK_FULL, toDiskError } from '../../util/to-disk-error.ts';

/** Primary result codes, https://www.sqlite.org/rescode.html */
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const NOTADB = 26;

/** A disk with less than this has no space for the pages of one transaction. */
const MIN_FREE_BYTES = 1_000_000;

/** What to do about a damaged database. */
export const RECOVER =
  'Stop Actbook and save what can be read of it into a new folder: actbook recover NEW_FOLDER. It also uses the daily copies in “backups”.';

/** Whether another connection's lock was in the way. */
export function isLocked(error: unknown): boolean {
  const code = readCode(error);
  return code === BUSY || code === LOCKED;
}

/** An AppError for what the user can fix; every other error as it is. `path` is the database file. */
export function explainSqliteError(error: unknown, path: string): unknown {
  const options = { cause: error };
  switch (readCode(error)) {
    case BUSY:
    case LOCKED:
      return new AppError(
        'database-locked',
        `${path} is locked by another process, such as another Actbook or a database viewer. Wait until it is done, or close it, and try again.`,
        options,
      );
    case FULL:
      return new AppError('disk-full', DISK_FULL, options);
    case IOERR:
      if (isFull(path)) return new AppError('disk-full', DISK_FULL, options);
      return new AppError(
        'disk-failed',
        `Reading or writing ${path} failed. Look at its disk and the limits on file sizes, and try again.`,
        options,
      );
    case READONLY:
    case CANTOPEN:
      return new AppError('disk-failed', describeClosed(path), options);
    case CORRUPT:
    case NOTADB:
      return new AppError('database-damaged', `${path} is damaged. ${RECOVER}`, options);
    default:
      return error;
  }
}

/** The same for what the system itself said while the file or its folder was created. */
export function explainOpenError(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return explainSqliteError(error, path);
  return toDiskError(error) ?? new AppError('disk-failed', describeClosed(path), { cause: error });
}

function describeClosed(path: string): string {
  return `${path} cannot be opened or written. Look at its permissions and those of its folder.`;
}

/** The primary code; null for any other error. */
function readCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  return error.errcode & 0xff;
}

function isFull(path: string): boolean {
  const disk = attempt(() => statfsSync(dirname(path)));
  return disk !== null && disk.bavail * disk.bsize < MIN_FREE_BYTES;
}
