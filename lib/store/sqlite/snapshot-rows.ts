/** Folds of long logs, a cache: each row may be deleted at any time. */
import type { Kysely } from 'kysely';
import type { SnapshotList } from '../store.ts';
import type { Database } from './schema.ts';

export function createSnapshotRows(db: Kysely<Database>): SnapshotList {
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
