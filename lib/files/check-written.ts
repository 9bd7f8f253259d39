import { AppError } from '../util/app-error.ts';

/** Throws AppError `conflict` when the result could not take the place of the file that it was for. */
export function checkWritten(path: string, writtenTo: string): void {
  if (writtenTo !== path) throw new AppError('conflict', describeConflict(path, writtenTo));
}

export function describeConflict(path: string, writtenTo: string): string {
  return `Another program changed ${path} meanwhile, so it was not replaced. The result is in ${writtenTo}`;
}
