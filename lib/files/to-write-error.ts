/** A file that could not be written, as a sentence that says why. */
import { AppError, toMessage } from '../util/app-error.ts';
import { toDiskError } from '../util/to-disk-error.ts';

/** `earlier`: a sentence, after a space, on what the file had before. */
export function toWriteError(path: string, error: unknown, earlier = ''): AppError {
  const known = toDiskError(error);
  const why = known?.message ?? `${toMessage(error)}.`;
  return new AppError(known?.code ?? 'disk-failed', `${path} could not be written.${earlier} ${why}`, {
    cause: error,
  });
}
