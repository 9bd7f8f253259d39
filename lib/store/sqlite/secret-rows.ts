/** Who is let in by a secret: logins by the hash of their cookie value, and read-only links by that of their token. */
import type { Kysely } from 'kysely';
import type { Logins, ShareList } from '../store.ts';
import type { Database } from './schema.ts';

export function createSecretRows(db: Kysely<Database>): Logins & ShareList {
  return {
    addLogin: async (hash, expiresAt) => {
      await db.deleteFrom('logins').where('expires_at', '<', Date.now()).execute();
      await db.insertInto('logins').values({ hash, expires_at: expiresAt }).execute();
    },
    hasLogin: async (hash) => {
      const query = db.selectFrom('logins').select('hash').where('hash', '=', hash);
      return (await query.where('expires_at', '>', Date.now()).executeTakeFirst()) !== undefined;
    },
    addShare: async (sessionId, { id, createdAt }, hash) => {
      const row = { id, session_id: sessionId, hash, created_at: createdAt };
      await db.insertInto('shares').values(row).execute();
    },
    listShares: (sessionId) => {
      const query = db.selectFrom('shares').select(['id', 'created_at as createdAt']);
      return query.where('session_id', '=', sessionId).orderBy('created_at').execute();
    },
    removeShare: async (sessionId, id) => {
      const query = db.deleteFrom('shares').where('session_id', '=', sessionId).where('id', '=', id);
      return (await query.executeTakeFirst()).numDeletedRows > 0n;
    },
    findShared: async (hash) => {
      const query = db.selectFrom('shares').select('session_id').where('hash', '=', hash);
      return (await query.executeTakeFirst())?.session_id ?? null;
    },
  };
}
