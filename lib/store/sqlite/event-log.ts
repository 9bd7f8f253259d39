/** The Store port on the embedded database. One writer transaction per append; readers follow by sequence number. */
import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { collectBlobs } from '../protocol/collect-blobs.ts';
import { type Event, EventBody } from '../protocol/event.ts';
import { AppError } from '../util/app-error.ts';
import { parseJsonWithBigIntegers } from '../util/exact-json.ts';
import { createBlobRows, orphanBlobs } from './blob-rows.ts';
import { createLeases } from './leases.ts';
import { createLoginRows } from './login-rows.ts';
import { openSqlite, type SqliteOptions } from './open-sqlite.ts';
import { createSchema, type Database } from './schema.ts';
import { createSessionRows } from './session-rows.ts';
import { createShareRows } from './share-rows.ts';
import type { Store } from './store.ts';
import { createWakeups } from './wakeups.ts';

const READ_LIMIT = 1000;
/** Rows of one statement. */
const MAX_ROWS = 1000;

/** Opens or creates the database file. `dispose` closes it and ends every tail. */
export async function createSqliteStore(path: string, options: SqliteOptions = {}): Promise<Store> {
  const { db, readDataVersion } = openSqlite(path, options);
  await createSchema(db);
  const wakeups = createWakeups(readDataVersion);
  const logins = createLoginRows(db);
  const leases = createLeases(db, randomUUID());
  const sessions = createSessionRows(db);

  async function append(
    sessionId: string,
    bodies: EventBody[],
    times: readonly number[] = [],
  ): Promise<Event[]> {
    if (bodies.length === 0) return [];
    bodies.forEach(checkReadable);
    const events = await db.transaction().execute(async (trx) => {
      const appended = await appendIn(trx, sessionId, bodies, times);
      // After the first write, which waits for other processes' transactions: what it sees then stays so.
      await leases.check(trx, sessionId);
      return appended;
    });
    wakeups.wake(sessionId);
    return events;
  }

  async function read(sessionId: string, afterSeq: number, limit = READ_LIMIT): Promise<Event[]> {
    const rows = await db
      .selectFrom('events')
      .selectAll()
      .where('session_id', '=', sessionId)
      .where('seq', '>', afterSeq)
      .orderBy('seq')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      ...EventBody.parse(parseJsonWithBigIntegers(row.data)),
      sessionId,
      seq: row.seq,
      at: row.at,
    }));
  }

  async function* tail(sessionId: string, afterSeq: number, signal: AbortSignal): AsyncGenerator<Event[]> {
    let cursor = afterSeq;
    while (!signal.aborted) {
      const wakeup = wakeups.next(sessionId, signal);
      const events = await read(sessionId, cursor);
      const last = events.at(-1);
      if (last) {
        cursor = last.seq;
        yield events;
      } else if (await sessions.getSession(sessionId)) await wakeup;
      else return;
    }
  }

  return {
    append,
    read,
    tail,
    ...sessions,
    discardSession: async (id) => {
      await sessions.discardSession(id);
      wakeups.wake(id);
    },
    createSession: async (id, bodies = [], times = []) => {
      bodies.forEach(checkReadable);
      const now = Date.now();
      const row = { id, title: '', created_at: now, updated_at: now, last_seq: 0, run_status: null };
      await db.transaction().execute(async (trx) => {
        await trx.insertInto('sessions').values(row).execute();
        await appendIn(trx, id, bodies, times);
      });
    },
    deleteSession: async (id) => {
      await db.transaction().execute(async (trx) => {
        await orphanBlobs(trx, id);
        await trx.deleteFrom('sessions').where('id', '=', id).execute();
      });
      wakeups.wake(id);
    },
    ...createBlobRows(db),
    claimLease: leases.claim,
    releaseLease: leases.release,
    takeAbandonedLeases: leases.takeAbandoned,
    addLogin: logins.add,
    hasLogin: logins.has,
    ...createShareRows(db),
    dispose: async () => {
      leases.dispose();
      wakeups.dispose();
      await db.destroy();
    },
  };
}

/** What could not be read back would make the whole session unreadable, for good: it must not get in. */
function checkReadable(body: EventBody): void {
  const issue = EventBody.safeParse(body).error?.issues[0];
  if (!issue) return;
  const where = [body.type, ...issue.path].join('.');
  throw new AppError('internal', `An event of the wrong form was not stored (${where}: ${issue.message}).`);
}

async function appendIn(
  trx: Transaction<Database>,
  sessionId: string,
  bodies: readonly EventBody[],
  times: readonly number[],
): Promise<Event[]> {
  const now = Date.now();
  // The update comes first: it takes the write lock, so two processes cannot hand out the same seq.
  const session = await trx
    .updateTable('sessions')
    .set((eb) => ({
      last_seq: eb('last_seq', '+', bodies.length),
      updated_at: now,
      ...toOpenQuestions(bodies),
      ...toProjection(bodies),
    }))
    .where('id', '=', sessionId)
    .returning('last_seq')
    .executeTakeFirst();
  if (!session) throw new AppError('not-found', 'This session does not exist any more.');
  const first = session.last_seq - bodies.length + 1;
  const rows = bodies.map((body, index) => ({
    session_id: sessionId,
    seq: first + index,
    at: times[index] ?? now,
    type: body.type,
    data: JSON.stringify(body),
  }));
  for (const each of toChunks(rows)) await trx.insertInto('events').values(each).execute();
  const blobs = bodies.flatMap(collectBlobs).map((blob) => ({ session_id: sessionId, blob }));
  for (const each of toChunks(blobs)) {
    await trx
      .insertInto('session_blobs')
      .values(each)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return bodies.map((body, index) => ({
    ...body,
    sessionId,
    seq: first + index,
    at: times[index] ?? now,
  }));
}

/** A statement takes so many parameters and no more. */
function toChunks<T>(rows: readonly T[]): T[][] {
  const count = Math.ceil(rows.length / MAX_ROWS);
  return Array.from({ length: count }, (_, index) => rows.slice(index * MAX_ROWS, (index + 1) * MAX_ROWS));
}

/** A question ends with its answer, its cell, its run, its rebuild or its kernel. */
function toOpenQuestions(bodies: readonly EventBody[]): { open_questions?: RawBuilder<number> } {
  const lastEnd = bodies.findLastIndex(({ type }) => ENDS_OF_QUESTIONS.includes(type));
  const later = bodies.slice(lastEnd + 1);
  const count = (...types: EventBody['type'][]) => later.filter(({ type }) => types.includes(type)).length;
  const change = count('input-request', 'approval-request') - count('input-reply', 'approval-reply');
  if (lastEnd >= 0) return { open_questions: sql<number>`${Math.max(0, change)}` };
  return change === 0 ? {} : { open_questions: sql<number>`max(0, open_questions + ${change})` };
}

const ENDS_OF_QUESTIONS: readonly EventBody['type'][] = [
  ...(['cell-end', 'run-end', 'kernel-status'] as const),
  ...(['rebuild-step', 'rebuild-end'] as const),
];

interface Projection {
  title?: string;
  run_status?: string;
  questions?: RawBuilder<string>;
}

/** Kept for searching, characters. */
const MAX_QUESTIONS_LENGTH = 20_000;

function toLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** The columns of the session list that these events change. */
function toProjection(bodies: readonly EventBody[]): Projection {
  const projection: Projection = {};
  const tasks = bodies.flatMap((body) => (body.type === 'run-start' ? [toLine(body.task.text)] : []));
  if (tasks.length > 0)
    projection.questions = sql`substr(questions || ${`${tasks.join('\n')}\n`}, ${-MAX_QUESTIONS_LENGTH})`;
  for (const body of bodies) {
    if (body.type === 'session-start' || body.type === 'session-rename') projection.title = body.title;
    if (body.type === 'run-start') projection.run_status = 'running';
    if (body.type === 'run-end') projection.run_status = body.outcome.status;
  }
  return projection;
}
