/**
 * Who drives a run and who holds a session's kernel. One row each with a lease that its process renews; a row
 * whose process is gone, or whose lease ran out, is abandoned and may be taken by any process, which then
 * writes into the log what became of it.
 */
import { type Kysely, sql } from 'kysely';
import { AppError, isPassing } from '../../util/app-error.ts';
import type { Lease, LeaseKind } from '../store.ts';
import type { Database, LeasesTable } from './schema.ts';

const LEASE_MS = 30_000;
const RENEW_MS = 5_000;
/** How long a live process has, once its lease was seen to have run out, milliseconds. */
const WAKE_MS = 2 * RENEW_MS;

const TAKEN: Record<LeaseKind, string> = {
  run: 'Something is still running in this session. Stop it, or wait for it to end.',
  kernel: "This session's kernel is in use by another Actbook process. Close that one first.",
};

const GIVEN_UP =
  'This process was stopped for so long that another Actbook process took over this session. Continue there.';

export interface Leases {
  claim(lease: Lease): Promise<void>;
  release(lease: Lease): Promise<void>;
  takeAbandoned(exceptSessions?: readonly string[]): Promise<Lease[]>;
  /**
   * Throws AppError `conflict`, inside the transaction of a write, when this process held a lease of the session that
   * another has taken since: it was stopped for so long that it was given up.
   */
  check(trx: Kysely<Database>, sessionId: string): Promise<void>;
  dispose(): void;
}

/** `owner` is unique to this process, so that a recycled pid is not mistaken for it. */
export function createLeases(db: Kysely<Database>, owner: string): Leases {
  /** Leases that were given up while the database took no write. */
  const unreleased = new Map<string, Lease>();

  async function renew(): Promise<void> {
    for (const lease of unreleased.values()) await remove(lease);
    await db
      .updateTable('leases')
      .set({ lease_until: Date.now() + LEASE_MS })
      .where('owner', '=', owner)
      .execute();
  }
  async function remove({ kind, sessionId }: Lease): Promise<void> {
    await db
      .deleteFrom('leases')
      .where('session_id', '=', sessionId)
      .where('kind', '=', kind)
      .where('owner', '=', owner)
      .execute();
    unreleased.delete(toKey({ kind, sessionId }));
  }

  // A renewal that fails is made good by the next one: the lease outlives several.
  const timer = setInterval(() => void renew().catch(() => {}), RENEW_MS);
  timer.unref();
  /** When the lease of a live process was first seen to have run out, by owner and the time it ran out. */
  let firstSeen = new Map<string, number>();

  /** A computer that slept wakes with every lease run out: their holders renew them at once, a recycled pid never. */
  function listFree(rows: readonly LeasesTable[]): LeasesTable[] {
    const seen = new Map<string, number>();
    const free = rows.filter(({ owner, owner_pid, lease_until }) => {
      if (!isAlive(owner_pid)) return true;
      if (lease_until >= Date.now()) return false;
      const key = `${owner} ${lease_until}`;
      const seenAt = firstSeen.get(key) ?? performance.now();
      seen.set(key, seenAt);
      return performance.now() - seenAt >= WAKE_MS;
    });
    // Leases that were renewed or released are forgotten.
    firstSeen = seen;
    return free;
  }

  /** What this process claimed and did not release, by session. */
  const claimed = new Map<string, Set<LeaseKind>>();

  return {
    claim: async ({ kind, sessionId }) => {
      const given = unreleased.get(toKey({ kind, sessionId }));
      if (given) await remove(given);
      const result = await db
        .insertInto('leases')
        .values({
          kind,
          session_id: sessionId,
          owner,
          owner_pid: process.pid,
          lease_until: Date.now() + LEASE_MS,
        })
        .onConflict((conflict) => conflict.columns(['session_id', 'kind']).doNothing())
        .executeTakeFirst();
      if (result.numInsertedOrUpdatedRows !== 1n) throw new AppError('conflict', TAKEN[kind]);
      claimed.set(sessionId, new Set([...(claimed.get(sessionId) ?? []), kind]));
    },
    release: async ({ kind, sessionId }) => {
      const kinds = claimed.get(sessionId);
      kinds?.delete(kind);
      if (kinds?.size === 0) claimed.delete(sessionId);
      const lease = { kind, sessionId };
      unreleased.set(toKey(lease), lease);
      await remove(lease).catch((error: unknown) => {
        // The next renewal releases it.
        if (!isPassing(error)) throw error;
      });
    },
    takeAbandoned: async (exceptSessions = []) => {
      const rows = await db.selectFrom('leases').selectAll().where('owner', '!=', owner).execute();
      const taken: Lease[] = [];
      for (const row of listFree(rows)) {
        if (exceptSessions.includes(row.session_id)) continue;
        const { rows: deleted } = await sql`delete from leases where session_id = ${row.session_id}
          and kind = ${row.kind} and owner = ${row.owner} returning session_id`.execute(db);
        if (deleted.length === 1) taken.push({ kind: row.kind, sessionId: row.session_id });
      }
      return taken;
    },
    check: async (trx, sessionId) => {
      const kinds = claimed.get(sessionId);
      if (!kinds) return;
      const rows = await trx
        .selectFrom('leases')
        .select('kind')
        .where('session_id', '=', sessionId)
        .where('owner', '=', owner)
        .execute();
      const isLost = [...kinds].some((kind) => !rows.some((row) => row.kind === kind));
      if (isLost) throw new AppError('conflict', GIVEN_UP);
    },
    dispose: () => clearInterval(timer),
  };
}

function toKey({ kind, sessionId }: Lease): string {
  return `${kind} ${sessionId}`;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
