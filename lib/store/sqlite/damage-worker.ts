/** The thread that reads the whole database, by synchronous statements, and ends. */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { attempt } from '../../util/attempt.ts';
import type { Damage } from './find-damage.ts';

const path: string = workerData;
parentPort?.postMessage(lookForDamage(path));

/** What of the database cannot be read. */
function lookForDamage(path: string): Damage | null {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return isSound(database) ? null : { sessions: listDamaged(database) };
  } finally {
    database.close();
  }
}

function isSound(database: DatabaseSync): boolean {
  const rows = attempt(() => database.prepare('pragma quick_check(1)').all());
  return rows?.[0]?.quick_check === 'ok';
}

function listDamaged(database: DatabaseSync): Damage['sessions'] {
  const sessions = attempt(() => database.prepare('select id, title from sessions').all()) ?? [];
  // The length of a text is known only once all of it was read.
  const query = 'select sum(length(data)) from events where session_id = ?';
  return sessions.flatMap(({ id, title }) => {
    // A statement that failed once fails the next time too.
    const isRead = attempt(() => database.prepare(query).all(String(id))) !== null;
    return isRead ? [] : [{ id: String(id), title: String(title) }];
  });
}
