/** What can still be read of a database that may be damaged, for which nothing throws that cannot be, and what a new one gets of it. */
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { EventBody, type Stamp } from '../../protocol/events/event.ts';
import { attempt } from '../../util/attempt.ts';
import { parseJsonWithBigIntegers } from '../../util/exact-json.ts';
import { createPrincipalReader, upgradeBody } from './event-log.ts';

/** A line of the list of sessions; what is not known is null. Times are in milliseconds since 1970. */
const SavedRow = z.object({
  title: z.string().nullable().catch(null),
  created_at: z.number().nullable().catch(null),
  updated_at: z.number().nullable().catch(null),
  pinned_at: z.number().nullable().catch(null),
  deleted_at: z.number().nullable().catch(null),
  /** How many events it has. */
  last_seq: z.number().nullable().catch(null),
});
export type SavedRow = z.infer<typeof SavedRow>;

export interface SavedEvents {
  bodies: EventBody[];
  stamps: Stamp[];
}

export interface DamagedDatabase {
  /** Sessions by ID, all that are mentioned. */
  sessions: ReadonlyMap<string, SavedRow>;
  /** The events of a session from its first, up to the first that cannot be read. */
  readEvents(sessionId: string): SavedEvents;
  close(): void;
}

/** Null for a file that cannot be opened at all. */
export function openDamaged(path: string): DamagedDatabase | null {
  const database = attempt(() => new DatabaseSync(path, { readOnly: true }));
  if (!database) return null;
  const readPrincipal = createPrincipalReader();
  const sessions = new Map<string, SavedRow>();
  // Rows are read from both ends, around the page that is damaged.
  for (const order of ['asc', 'desc'])
    for (const row of readRows(database, `select * from sessions order by rowid ${order}`))
      sessions.set(String(row.id), SavedRow.parse(row));
  for (const order of ['asc', 'desc'])
    for (const { id } of readRows(
      database,
      `select session_id as id from events group by session_id order by session_id ${order}`,
    ))
      if (!sessions.has(String(id))) sessions.set(String(id), SavedRow.parse({}));
  return {
    sessions,
    readEvents: (sessionId) => {
      const query = 'select * from events where session_id = ? order by seq';
      const saved: SavedEvents = { bodies: [], stamps: [] };
      for (const { seq, at, data, principal } of readRows(database, query, sessionId)) {
        const body = attempt(() => EventBody.parse(upgradeBody(parseJsonWithBigIntegers(String(data)))));
        if (!body || seq !== saved.bodies.length + 1) break;
        saved.bodies.push(body);
        saved.stamps.push({ at: Number(at), by: readPrincipal(principal) });
      }
      return saved;
    },
    close: () => database.close(),
  };
}

/** The rows before the first that cannot be read. */
function* readRows(
  database: DatabaseSync,
  query: string,
  ...values: string[]
): Generator<Record<string, unknown>> {
  try {
    yield* database.prepare(query).iterate(...values);
  } catch {
    // What follows is not readable.
  }
}

/** Gives recovered sessions the times that they had, and their places in the list or the trash. */
export function restoreRows(path: string, rows: ReadonlyMap<string, SavedRow>): void {
  const database = new DatabaseSync(path);
  try {
    const update = database.prepare(
      'update sessions set created_at = coalesce(?, created_at), updated_at = coalesce(?, updated_at), pinned_at = ?, deleted_at = ? where id = ?',
    );
    for (const [id, row] of rows)
      update.run(row.created_at, row.updated_at, row.pinned_at, row.deleted_at, id);
  } finally {
    database.close();
  }
}
