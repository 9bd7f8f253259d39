import { AppError } from './app-error.ts';

/** The same function for at most `max` calls at a time; the next one throws AppError `too-many` with this sentence. */
export function limitCalls<Args extends unknown[], Result>(
  call: (...args: Args) => Promise<Result>,
  max: number,
  sentence: string,
): (...args: Args) => Promise<Result> {
  let running = 0;
  return async (...args) => {
    if (running >= max) throw new AppError('too-many', sentence);
    running += 1;
    try {
      return await call(...args);
    } finally {
      running -= 1;
    }
  };
}
