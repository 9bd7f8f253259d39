import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { App } from './app.ts';

/** Takes the list of sessions away from a running app, as a broken disk would. Returns the function that gives it back. */
export function breakSessions({ home }: App): () => void {
  const change = (statement: string) => {
    const database = new DatabaseSync(join(home, 'actbook.db'), { timeout: 10_000 });
    database.exec(statement);
    database.close();
  };
  change('alter table sessions rename to lost_sessions');
  return () => change('alter table lost_sessions rename to sessions');
}
