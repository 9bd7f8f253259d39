/** The log of events: one transaction per append, and readers who follow by sequence number. */
import { type Kysely, sql, type Transaction, type UpdateObject } from 'kysely';
import { z } from 'zod';
import { changesNotebook } from '../../protocol/events/changes-notebook.ts';
import { collectBlobs } from '../../protocol/events/collect-blobs.ts';
import { type Event, EventBody, type Stamp } from '../../protocol/events/event.ts';
import { LOCAL_USER, type Principal } from '../../protocol/events/principal.ts';
import { toRunStatus } from '../../protocol/sessions/session-summary.ts';
import { readFirstWords } from '../../session/view/titles/read-first-words.ts';
import { AppError } from '../../util/app-error.ts';
import { parseJsonOfOutputs } from '../../util/exact-json.ts';
import type { Changes, EventLog } from '../store.ts';
import { RECOVER } from './explain-sqlite-error.ts';
import type { Leases } from './leases.ts';
import type { Database } from './schema.ts';

const READ_LIMIT = 1000;
/** Rows of one statement. */
const MAX_ROWS = 1000;

export function createEventLog(
  db: Kysely<Database>,
  { leases, changes }: { leases: Pick<Leases, 'check'>; changes: Pick<Changes, 'wake'> },
): EventLog {
  const readPrincipal = createPrincipalReader();
  return {
    append: async (sessionId, bodies, stamps = []) => {
      if (bodies.length === 0) return [];
      bodies.forEach(checkReadable);
      const events = await db.transaction().execute(async (trx) => {
        const appended = await appendIn(trx, sessionId, bodies, stamps);
        // The transaction holds the write lock: what it sees stays as it is.
        await leases.check(trx, sessionId);
        return appended;
      });
      changes.wake(sessionId);
      return events;
    },
    read: async (sessionId, afterSeq, limit = READ_LIMIT) => {
      const rows = await db
        .selectFrom('events')
        .selectAll()
        .where('session_id', '=', sessionId)
        .where('seq', '>', afterSeq)
        .orderBy('seq')
        .limit(limit)
        .execute();
      return rows.map(({ data, seq, at, principal }) => ({
        ...parseBody(data, seq),
        sessionId,
        seq,
        at,
        by: readPrincipal(principal),
      }));
    },
  };
}

/** Throws AppError `database-damaged`: whatever this version stores, it can read back ({@link checkReadable}). */
function parseBody(data: string, seq: number): EventBody {
  try {
    return EventBody.parse(upgradeBody(parseJsonOfOutputs(data)));
  } catch (cause) {
    const message = `Event ${seq} of this notebook cannot be read. A newer version of Actbook wrote it, or the database is damaged. ${RECOVER}`;
    throw new AppError('database-damaged', message, { cause });
  }
}

const StoredPrincipal = z.object({
  kind: z.enum(['user', 'agent', 'system']),
  id: z.string(),
  name: z.string().optional(),
  via: z.string().optional(),
});

/** Reads who caused an event: the local user where a log from before events named anyone, or a damaged one, does not say. */
export function createPrincipalReader(): (stored: unknown) => Principal {
  /** A log names few, in many rows. */
  const known = new Map<string, Principal>();
  return (stored) => {
    if (typeof stored !== 'string') return LOCAL_USER;
    const principal = known.get(stored) ?? StoredPrincipal.safeParse(JSON.parse(stored)).data ?? LOCAL_USER;
    known.set(stored, principal);
    return principal;
  };
}

/** Until events named who caused them, some bodies had a field `by` for what is `from` now. */
export function upgradeBody(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('by' in body)) return body;
  const { by, ...rest } = body;
  return { ...rest, from: by };
}

/** What could not be read back would make the whole session unreadable, for good: it must not get in. */
export function checkReadable(body: EventBody): void {
  const issue = EventBody.safeParse(body).error?.issues[0];
  if (!issue) return;
  const where = [body.type, ...issue.path].join('.');
  throw new AppError('internal', `An event of the wrong form was not stored (${where}: ${issue.message}).`);
}

/** Appends events, also to a session that the same transaction creates. */
export async function appendIn(
  trx: Transaction<Database>,
  sessionId: string,
  bodies: readonly EventBody[],
  stamps: readonly Partial<Stamp>[],
): Promise<Event[]> {
  const now = Date.now();
  // The transaction holds the write lock, so two processes cannot hand out the same seq.
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
  if (!session) throw new AppError('not-found', 'This session no longer exists.');
  const first = session.last_seq - bodies.length + 1;
  const events = bodies.map((body, index) => {
    const { at = now, by = LOCAL_USER } = stamps[index] ?? {};
    return { ...body, sessionId, seq: first + index, at, by };
  });
  const rows = events.map(({ seq, at, by }, index) => ({
    session_id: sessionId,
    seq,
    at,
    type: bodies[index]?.type ?? '',
    data: JSON.stringify(bodies[index]),
    principal: by === LOCAL_USER ? null : JSON.stringify(by),
  }));
  for (const each of toChunks(rows)) await trx.insertInto('events').values(each).execute();
  const blobs = bodies.flatMap(collectBlobs).map((blob) => ({ session_id: sessionId, blob }));
  for (const each of toChunks(blobs)) await trx.insertInto('session_blobs').orIgnore().values(each).execute();
  return events;
}

/** A statement takes so many parameters and no more. */
function toChunks<T>(rows: readonly T[]): T[][] {
  const count = Math.ceil(rows.length / MAX_ROWS);
  return Array.from({ length: count }, (_, index) => rows.slice(index * MAX_ROWS, (index + 1) * MAX_ROWS));
}

type Change = UpdateObject<Database, 'sessions'>;

/** A question ends with its answer, its cell, its run, its rebuild or its kernel. */
function toOpenQuestions(bodies: readonly EventBody[]): Change {
  const lastEnd = bodies.findLastIndex(({ type }) => ENDS_OF_QUESTIONS.includes(type));
  const later = bodies.slice(lastEnd + 1);
  const count = (...types: EventBody['type'][]) => later.filter(({ type }) => types.includes(type)).length;
  const change = count('input-request', 'approval-request') - count('input-reply', 'approval-reply');
  if (lastEnd >= 0) return { open_questions: Math.max(0, change) };
  return change === 0 ? {} : { open_questions: sql<number>`max(0, open_questions + ${change})` };
}

const ENDS_OF_QUESTIONS: readonly EventBody['type'][] = [
  ...(['cell-end', 'run-end', 'kernel-status'] as const),
  ...(['rebuild-step', 'rebuild-end'] as const),
];

/** Kept for searching, characters. */
const MAX_QUESTIONS_LENGTH = 20_000;
/** The longest text of the names of files, characters. */
const MAX_FILES_LENGTH = 4000;

function toLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function toStart({ title, scheduleOf }: Extract<EventBody, { type: 'session-start' }>): Change {
  return { title, ...(scheduleOf ? { schedule_run_id: scheduleOf.runId } : {}) };
}

/** The columns of the session list that these events change. */
function toProjection(bodies: readonly EventBody[]): Change {
  const projection: Change = {};
  const tasks = bodies.flatMap((body) => (body.type === 'run-start' ? [toLine(body.task.text)] : []));
  if (tasks.length > 0)
    projection.questions = sql`substr(questions || ${`${tasks.join('\n')}\n`}, ${-MAX_QUESTIONS_LENGTH})`;
  const added = bodies.flatMap((body) => (body.type === 'file-add' ? [body.name] : []));
  if (added.length > 0)
    projection.files = sql`substr(files || ${`${added.join('\n')}\n`}, 1, ${MAX_FILES_LENGTH})`;
  for (const body of bodies) {
    if (changesNotebook(body)) projection.verification = null;
    if (body.type === 'verification-end')
      projection.verification =
        body.isOutdated || body.verification.cells.length === 0 ? null : body.verification.outcome;
    if (body.type === 'session-start') Object.assign(projection, toStart(body));
    if (body.type === 'session-rename') projection.title = body.title;
    if (body.type === 'run-start') Object.assign(projection, { run_status: 'running', answer: '' });
    if (body.type === 'cell-insert' && body.role === 'answer')
      projection.answer = readFirstWords(body.source);
    if (body.type === 'run-end') projection.run_status = toRunStatus(body.outcome);
  }
  return projection;
}
