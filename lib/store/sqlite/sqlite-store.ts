/** The Store port on the embedded database. */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { SnapshotList, Store } from '../store.ts';
import { createBlobRows, orphanBlobs } from './blob-rows.ts';
import { createChanges } from './create-changes.ts';
import { appendIn, checkReadable, createEventLog } from './event-log.ts';
import { createHolders } from './holders.ts';
import { createLeases } from './leases.ts';
import { openSqlite, type SqliteOptions } from './open-sqlite.ts';
import { createScheduleRows } from './schedule-rows.ts';
import { createSchema, type Database } from './schema.ts';
import { createSecretRows } from './secret-rows.ts';
import { createSessionRows } from './session-rows.ts';

/** Opens or creates the database file. `dispose` closes it and ends whatever follows a session. */
export async function createSqliteStore(path: string, options: SqliteOptions = {}): Promise<Store> {
  const { db, readDataVersion } = openSqlite(path, options);
  await createSchema(db);
  const changes = createChanges(readDataVersion);
  const owner = randomUUID();
  const { check, dispose, ...leases } = createLeases(db, owner, createHolders(`${path}-locks`, owner));
  const sessions = createSessionRows(db);

  return {
    ...createEventLog(db, { leases: { check }, changes }),
    changes,
    ...sessions,
    discardSession: async (id) => {
      await sessions.discardSession(id);
      changes.wake(id);
    },
    createSession: async (id, bodies = [], stamps = []) => {
      bodies.forEach(checkReadable);
      const now = Date.now();
      const row = { id, title: '', created_at: now, updated_at: now, last_seq: 0, run_status: null };
      await db.transaction().execute(async (trx) => {
        await trx.insertInto('sessions').values(row).execute();
        await appendIn(trx, id, bodies, stamps);
      });
    },
    deleteSession: async (id) => {
      await db.transaction().execute(async (trx) => {
        await orphanBlobs(trx, id);
        await trx.deleteFrom('sessions').where('id', '=', id).execute();
      });
      changes.wake(id);
    },
    ...createBlobRows(db),
    ...leases,
    ...createSecretRows(db),
    schedules: createScheduleRows(db, leases),
    ...createSnapshotRows(db),
    dispose: async () => {
      dispose();
      changes.dispose();
      await db.destroy();
    },
  };
}

function createSnapshotRows(db: Kysely<Database>): SnapshotList {
  return {
    findSnapshot: async (sessionId, code) => {
      const query = db.selectFrom('snapshots').select('data').where('session_id', '=', sessionId);
      return (await query.where('code', '=', code).executeTakeFirst())?.data ?? null;
    },
    keepSnapshot: async (sessionId, code, data) => {
      const row = { session_id: sessionId, code, data };
      await db.replaceInto('snapshots').values(row).execute();
    },
  };
}
