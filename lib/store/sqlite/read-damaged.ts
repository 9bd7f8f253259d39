/** What can still be read of a database that may be damaged. Nothing here throws for what cannot be. */
import { DatabaseSync } from 'node:sqlite';
import { EventBody, type Stamp } from '../../protocol/events/event.ts';
import { attempt } from '../../util/attempt.ts';
import { parseJsonWithBigIntegers } from '../../util/exact-json.ts';
import { createPrincipalReader, upgradeBody } from './event-log.ts';

/** A line of the list of sessions; what is not known is null. */
export interface SavedRow {
  title: string | null;
  createdAt: number | null;
  updatedAt: number | null;
  pinnedAt: number | null;
  deletedAt: number | null;
  /** How many events it has. */
  lastSeq: number | null;
}

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
      sessions.set(String(row.id), toSavedRow(row));
  for (const order of ['asc', 'desc'])
    for (const { id } of readRows(
      database,
      `select session_id as id from events group by session_id order by session_id ${order}`,
    ))
      if (!sessions.has(String(id))) sessions.set(String(id), toSavedRow({}));
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

function toSavedRow(row: Record<string, unknown>): SavedRow {
  const readNumber = (name: string) => (typeof row[name] === 'number' ? row[name] : null);
  return {
    title: typeof row.title === 'string' ? row.title : null,
    createdAt: readNumber('created_at'),
    updatedAt: readNumber('updated_at'),
    pinnedAt: readNumber('pinned_at'),
    deletedAt: readNumber('deleted_at'),
    lastSeq: readNumber('last_seq'),
  };
}
