/** What the system says when a disk takes nothing more, as an AppError. */
import { AppError } from './app-error.ts';

export const DISK_FULL = 'The disk is full. Free some space and try again.';

const EXPLANATIONS: Record<string, ['disk-full' | 'disk-failed', string]> = {
  ENOSPC: ['disk-full', DISK_FULL],
  EDQUOT: ['disk-full', 'Your quota on this disk is used up. Free some space and try again.'],
  EFBIG: [
    'disk-failed',
    'A file reached the largest size that this system allows. Raise the limit (“ulimit -f”) and try again.',
  ],
  EROFS: ['disk-failed', 'The disk is read-only. Make it writable and try again.'],
  EIO: ['disk-failed', 'The disk reported an error. Test it and try again.'],
};

/** Null for every other error. */
export function toDiskError(error: unknown): AppError | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  // A system that has no more file watchers to give says ENOSPC too.
  if ('syscall' in error && error.syscall === 'watch') return null;
  const [code, message] = EXPLANATIONS[error.code] ?? [];
  return code && message ? new AppError(code, message, { cause: error }) : null;
}
