/** Logins by the hash of their cookie value. */
import type { Kysely } from 'kysely';
import type { Logins } from '../store.ts';
import type { Database } from './schema.ts';

export function createLoginRows(db: Kysely<Database>): Logins {
  return {
    addLogin: async (hash, expiresAt) => {
      await db.deleteFrom('logins').where('expires_at', '<', Date.now()).execute();
      await db.insertInto('logins').values({ hash, expires_at: expiresAt }).execute();
    },
    hasLogin: async (hash) => {
      const row = await db
        .selectFrom('logins')
        .select('hash')
        .where('hash', '=', hash)
        .where('expires_at', '>', Date.now())
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
