/**
 * Who runs code in a session and who holds its kernel: a row for each thing that is held, which its process renews by the
 * clock of the database. A row whose process has ended, or which ran out, is abandoned: any process may take it, and then
 * writes into the log what became of what was held.
 */
import { type Kysely, sql } from 'kysely';
import { AppError, isPassing } from '../../util/app-error.ts';
import { nameHolder } from '../../util/name-holder.ts';
import type { Lease, LeaseTable } from '../store.ts';
import type { Holders } from './holders.ts';
import type { Database } from './schema.ts';

const LEASE_MS = 30_000;
const RENEW_MS = 5_000;
/** How long a live process has, once its lease was seen to have run out, milliseconds. */
const WAKE_MS = 2 * RENEW_MS;

/** Milliseconds since 1970, by the clock of the database. */
const NOW = sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
const RUNS_OUT = sql<number>`${NOW} + ${LEASE_MS}`;

const BUSY = 'Something is still running in this session. Stop it, or wait for it to end.';

const GIVEN_UP =
  'This process was stopped for so long that another Actbook process took over this session. Continue there.';

export interface Leases extends LeaseTable {
  /**
   * Throws AppError `conflict`, inside the transaction of a write, when this process held a lease of the session that
   * another has taken since: it was stopped for so long that it was given up.
   */
  check(trx: Kysely<Database>, sessionId: string): Promise<void>;
  dispose(): void;
}

/** `owner` names this process among all that ever open the database. */
export function createLeases(db: Kysely<Database>, owner: string, holders: Holders): Leases {
  let address: string | null = null;
  /** The leases of this process, by what is held. */
  const claimed = new Map<string, Lease>();
  /** Leases that were given up while the database took no write. */
  const unreleased = new Set<string>();

  async function renew(): Promise<void> {
    for (const held of unreleased) await remove(held);
    const query = db.updateTable('leases').set({ lease_until: RUNS_OUT, address });
    await query.where('owner', '=', owner).execute();
  }
  async function remove(held: string): Promise<void> {
    await db.deleteFrom('leases').where('held', '=', held).where('owner', '=', owner).execute();
    unreleased.delete(held);
  }

  // A renewal that fails is made good by the next one: the lease outlives several.
  const timer = setInterval(() => void renew().catch(() => {}), RENEW_MS);
  timer.unref();
  /** When the lease of a live process was first seen to have run out, by owner and the time it ran out. */
  let firstSeen = new Map<string, number>();

  /** A computer that slept wakes with every lease run out: a process that lives renews its leases at once. */
  function listFree<Row extends { owner: string; lease_until: number; now: number }>(
    rows: readonly Row[],
    lives: ReadonlyMap<string, boolean>,
  ): Row[] {
    const seen = new Map<string, number>();
    const free = rows.filter(({ owner, lease_until, now }) => {
      if (lives.get(owner) === false) return true;
      if (lease_until >= now) return false;
      if (!lives.has(owner)) return true;
      const key = `${owner} ${lease_until}`;
      const seenAt = firstSeen.get(key) ?? performance.now();
      seen.set(key, seenAt);
      return performance.now() - seenAt >= WAKE_MS;
    });
    // Leases that were renewed or released are forgotten.
    firstSeen = seen;
    return free;
  }

  async function findHolder(lease: Lease): Promise<{ address: string | null } | null> {
    const query = db.selectFrom('leases').select('address').where('held', '=', toHeld(lease));
    return (await query.executeTakeFirst()) ?? null;
  }

  return {
    findHolder,
    claimLease: async (lease) => {
      const held = toHeld(lease);
      const { kind, sessionId } = lease;
      if (unreleased.has(held)) await remove(held);
      holders.enter();
      const result = await db
        .insertInto('leases')
        .values({ held, kind, session_id: sessionId, owner, address, lease_until: RUNS_OUT })
        .onConflict((conflict) => conflict.column('held').doNothing())
        .executeTakeFirst();
      if (result.numInsertedOrUpdatedRows !== 1n)
        throw new AppError('conflict', kind === 'kernel' ? toInUse(await findHolder(lease)) : BUSY);
      claimed.set(held, lease);
    },
    releaseLease: async (lease) => {
      const held = toHeld(lease);
      claimed.delete(held);
      unreleased.add(held);
      await remove(held).catch((error: unknown) => {
        // The next renewal releases it.
        if (!isPassing(error)) throw error;
      });
    },
    takeAbandonedLeases: async (exceptSessions = []) => {
      // Looked at first: a process that has ended claims nothing more.
      const lives = holders.list();
      const query = db.selectFrom('leases').selectAll().select(NOW.as('now'));
      const rows = await query.where('owner', '!=', owner).execute();
      const taken: Lease[] = [];
      for (const { held, kind, session_id: sessionId, owner } of listFree(rows, lives)) {
        if (exceptSessions.includes(sessionId)) {
          lives.delete(owner);
          continue;
        }
        const deletion = db.deleteFrom('leases').where('held', '=', held).where('owner', '=', owner);
        const { numDeletedRows } = await deletion.executeTakeFirst();
        const id = held.slice(kind.length + 1);
        if (numDeletedRows === 1n) taken.push({ kind, sessionId, ...(id === sessionId ? {} : { id }) });
      }
      for (const [owner, isAlive] of lives) if (!isAlive) holders.remove(owner);
      return taken;
    },
    setAddress: async (url) => {
      address = url;
      await renew().catch(() => {});
    },
    check: async (trx, sessionId) => {
      const helds = [...claimed].filter(([, lease]) => lease.sessionId === sessionId).map(([held]) => held);
      if (helds.length === 0) return;
      const query = trx.selectFrom('leases').select('held').where('session_id', '=', sessionId);
      const rows = await query.where('owner', '=', owner).execute();
      const isLost = helds.some((held) => !rows.some((row) => row.held === held));
      if (isLost) throw new AppError('conflict', GIVEN_UP);
    },
    dispose: () => {
      clearInterval(timer);
      holders.leave(claimed.size + unreleased.size > 0);
    },
  };
}

function toHeld({ kind, id, sessionId }: Lease): string {
  return `${kind} ${id ?? sessionId}`;
}

function toInUse(holder: { address: string | null } | null): string {
  return `This session's kernel is in use by ${nameHolder(holder)}. Close that one first.`;
}
