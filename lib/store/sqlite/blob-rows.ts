import { type Kysely, sql } from 'kysely';
import type { BlobReferences } from '../store.ts';
import type { Database } from './schema.ts';

/** How long contents that were just stored have until an event refers to them, milliseconds. */
const HOLD_MS = 10 * 60_000;
/** Contents that one transaction removes. */
const MAX_REMOVED = 100;

export function createBlobRows(db: Kysely<Database>): BlobReferences {
  async function sweep(remove: (blob: string) => Promise<void>, now: number): Promise<number> {
    return db.transaction().execute(async (trx) => {
      // Whoever holds contents meanwhile waits for the end of this transaction, and stores them again after it.
      const { rows } = await sql<{ blob: string; is_orphan: number }>`
        delete from blob_holds where blob in (select blob from blob_holds where held_until <= ${now} limit ${MAX_REMOVED})
        returning blob, is_orphan`.execute(trx);
      for (const { blob, is_orphan } of rows) {
        if (is_orphan === 0 || (await isReferred(trx, blob))) continue;
        // What cannot be removed now is tried again, and holds up none of the others.
        await remove(blob).catch(() => hold(trx, blob, { until: now + HOLD_MS, isOrphan: true }));
      }
      return rows.length;
    });
  }

  return {
    hasBlob: async (id, blob) => {
      const query = db.selectFrom('session_blobs').select('blob').where('session_id', '=', id);
      return (await query.where('blob', '=', blob).executeTakeFirst()) !== undefined;
    },
    holdBlobs: async (blobs) => {
      const until = Date.now() + HOLD_MS;
      await db.transaction().execute(async (trx) => {
        for (const blob of blobs) {
          await hold(trx, blob, { until, isOrphan: false });
        }
      });
    },
    sweepBlobs: async (remove, now = Date.now()) => {
      while ((await sweep(remove, now)) === MAX_REMOVED);
    },
  };
}

async function hold(
  trx: Kysely<Database>,
  blob: string,
  { until, isOrphan }: { until: number; isOrphan: boolean },
): Promise<void> {
  await sql`insert into blob_holds (blob, held_until, is_orphan) values (${blob}, ${until}, ${Number(isOrphan)})
    on conflict do update set held_until = excluded.held_until`.execute(trx);
}

/** Contents of a session that is about to go: the next sweep looks whether others refer to them. */
export async function orphanBlobs(trx: Kysely<Database>, sessionId: string): Promise<void> {
  await sql`insert into blob_holds (blob, held_until, is_orphan)
    select blob, 0, 1 from session_blobs where session_id = ${sessionId}
    on conflict do update set is_orphan = 1`.execute(trx);
}

async function isReferred(trx: Kysely<Database>, blob: string): Promise<boolean> {
  const query = trx.selectFrom('session_blobs').select('blob').where('blob', '=', blob);
  return (await query.executeTakeFirst()) !== undefined;
}
