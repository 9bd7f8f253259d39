/** Logins by the hash of their cookie value. */
import type { Kysely } from 'kysely';
import type { Store } from '../store.ts';
import type { Database } from './schema.ts';

export interface LoginRows {
  add: Store['addLogin'];
  has: Store['hasLogin'];
}

export function createLoginRows(db: Kysely<Database>): LoginRows {
  return {
    add: async (hash, expiresAt) => {
      await db.deleteFrom('logins').where('expires_at', '<', Date.now()).execute();
      await db.insertInto('logins').values({ hash, expires_at: expiresAt }).execute();
    },
    has: async (hash) => {
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
