/** For work that nobody waits for with a request: it lasts as long as another process holds the database. */
import { isAppError } from '../../util/app-error.ts';

/** Repeats what failed because the database is locked; each try has waited already. */
export async function outwaitLock<T>(task: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await task();
    } catch (error) {
      if (!isAppError(error) || error.code !== 'database-locked') throw error;
    }
  }
}
