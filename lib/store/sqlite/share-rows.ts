/** Read-only links by the hash of their token. */
import type { Kysely } from 'kysely';
import type { ShareList } from '../store.ts';
import type { Database } from './schema.ts';

export function createShareRows(db: Kysely<Database>): ShareList {
  return {
    addShare: async (sessionId, { id, createdAt }, hash) => {
      await db
        .insertInto('shares')
        .values({ id, session_id: sessionId, hash, created_at: createdAt })
        .execute();
    },
    listShares: async (sessionId) => {
      const rows = await db
        .selectFrom('shares')
        .select(['id', 'created_at'])
        .where('session_id', '=', sessionId)
        .orderBy('created_at')
        .execute();
      return rows.map((row) => ({ id: row.id, createdAt: row.created_at }));
    },
    removeShare: async (sessionId, id) => {
      const { numDeletedRows } = await db
        .deleteFrom('shares')
        .where('session_id', '=', sessionId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    findShared: async (hash) => {
      const row = await db
        .selectFrom('shares')
        .select('session_id')
        .where('hash', '=', hash)
        .executeTakeFirst();
      return row?.session_id ?? null;
    },
  };
}
