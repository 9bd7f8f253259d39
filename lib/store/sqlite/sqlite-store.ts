/** The Store port on the embedded database. */
import { randomUUID } from 'node:crypto';
import type { Store } from '../store.ts';
import { createBlobRows, orphanBlobs } from './blob-rows.ts';
import { appendIn, checkReadable, createEventLog } from './event-log.ts';
import { createHolders } from './holders.ts';
import { createLeases } from './leases.ts';
import { createLoginRows } from './login-rows.ts';
import { openSqlite, type SqliteOptions } from './open-sqlite.ts';
import { createSchema } from './schema.ts';
import { createSessionRows } from './session-rows.ts';
import { createShareRows } from './share-rows.ts';
import { createWakeups } from './wakeups.ts';

/** Opens or creates the database file. `dispose` closes it and ends every tail. */
export async function createSqliteStore(path: string, options: SqliteOptions = {}): Promise<Store> {
  const { db, readDataVersion } = openSqlite(path, options);
  await createSchema(db);
  const wakeups = createWakeups(readDataVersion);
  const logins = createLoginRows(db);
  const owner = randomUUID();
  const leases = createLeases(db, owner, createHolders(`${path}-locks`, owner));
  const sessions = createSessionRows(db);
  const { getSession } = sessions;
  const log = createEventLog(db, { leases, wakeups, getSession });

  return {
    append: log.append,
    appendAtLast: log.appendAtLast,
    read: log.read,
    tail: log.tail,
    ...sessions,
    getSession: async (id) => {
      const summary = await sessions.getSession(id);
      return summary && log.addUnstored(summary);
    },
    listSessions: async (search) => (await sessions.listSessions(search)).map(log.addUnstored),
    listFirstSessions: async (search, limit) => {
      const { sessions: first, total } = await sessions.listFirstSessions(search, limit);
      return { sessions: first.map(log.addUnstored), total };
    },
    listRunningSessions: async () =>
      (await sessions.listRunningSessions())
        .map(log.addUnstored)
        .filter(({ runStatus }) => runStatus === 'running'),
    discardSession: async (id) => {
      await sessions.discardSession(id);
      wakeups.wake(id);
    },
    createSession: async (id, bodies = [], times = []) => {
      bodies.forEach(checkReadable);
      const now = Date.now();
      const row = { id, title: '', created_at: now, updated_at: now, last_seq: 0, run_status: null };
      await db.transaction().execute(async (trx) => {
        await trx.insertInto('sessions').values(row).execute();
        await appendIn(trx, id, bodies, times);
      });
    },
    deleteSession: async (id) => {
      await db.transaction().execute(async (trx) => {
        await orphanBlobs(trx, id);
        await trx.deleteFrom('sessions').where('id', '=', id).execute();
      });
      wakeups.wake(id);
    },
    ...createBlobRows(db),
    claimLease: leases.claim,
    releaseLease: leases.release,
    findHolder: leases.findHolder,
    takeAbandonedLeases: leases.takeAbandoned,
    setAddress: leases.setAddress,
    addLogin: logins.add,
    hasLogin: logins.has,
    ...createShareRows(db),
    dispose: async () => {
      leases.dispose();
      await log.dispose();
      wakeups.dispose();
      await db.destroy();
    },
  };
}
