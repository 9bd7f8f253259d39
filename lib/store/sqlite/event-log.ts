/** The log of events: one transaction per append, and readers who follow by sequence number. */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { changesNotebook } from '../../protocol/events/changes-notebook.ts';
import { collectBlobs } from '../../protocol/events/collect-blobs.ts';
import { type Event, EventBody } from '../../protocol/events/event.ts';
import type { Outcome } from '../../protocol/runs/run.ts';
import type { RunStatus, SessionSummary } from '../../protocol/sessions/session-summary.ts';
import type { VerificationOutcome } from '../../protocol/verification/verification.ts';
import { readFirstWords } from '../../session/view/titles/read-first-words.ts';
import { AppError } from '../../util/app-error.ts';
import { parseJsonOfOutputs } from '../../util/exact-json.ts';
import type { Store } from '../store.ts';
import { createTail } from './create-tail.ts';
import { RECOVER } from './explain-sqlite-error.ts';
import { createHeldEvents, isPassing } from './held-events.ts';
import type { Leases } from './leases.ts';
import type { Database } from './schema.ts';
import type { Wakeups } from './wakeups.ts';

const READ_LIMIT = 1000;
/** Rows of one statement. */
const MAX_ROWS = 1000;

export interface EventLog extends Pick<Store, 'append' | 'appendAtLast' | 'read' | 'tail'> {
  /** A line of the session list, with what is known of its last run and not stored yet. */
  addUnstored(summary: SessionSummary): SessionSummary;
  dispose(): Promise<void>;
}

interface EventLogDeps {
  leases: Pick<Leases, 'check'>;
  wakeups: Pick<Wakeups, 'wake' | 'next' | 'count'>;
  getSession: Store['getSession'];
}

export function createEventLog(
  db: Kysely<Database>,
  { leases, wakeups, getSession }: EventLogDeps,
): EventLog {
  /** Resolves when the latest transaction of a session has dropped what it stored of the held events. */
  const dropping = new Map<string, Promise<void>>();

  async function append(
    sessionId: string,
    bodies: EventBody[],
    times: readonly number[] = [],
  ): Promise<Event[]> {
    if (bodies.length === 0) return [];
    bodies.forEach(checkReadable);
    return store(sessionId, bodies, times);
  }

  async function store(
    sessionId: string,
    bodies: readonly EventBody[],
    times: readonly number[] = [],
  ): Promise<Event[]> {
    const { promise: dropped, resolve: noteDropped } = Promise.withResolvers<void>();
    let before: readonly Event[] = [];
    const storing = db.transaction().execute(async (trx) => {
      // One transaction at a time: the one before has committed, but may not have dropped what it stored.
      await dropping.get(sessionId);
      dropping.set(sessionId, dropped);
      before = held.of(sessionId);
      if (before.length > 0) {
        await appendIn(
          trx,
          sessionId,
          before.map(toBody),
          before.map(({ at }) => at),
        );
      }
      const appended = bodies.length === 0 ? [] : await appendIn(trx, sessionId, bodies, times);
      // The transaction holds the write lock: what it sees stays as it is.
      await leases.check(trx, sessionId);
      return appended;
    });
    try {
      const events = await storing;
      held.drop(sessionId, before);
      wakeups.wake(sessionId);
      return events;
    } finally {
      noteDropped();
      if (dropping.get(sessionId) === dropped) dropping.delete(sessionId);
    }
  }

  const held = createHeldEvents(async (sessionId) => void (await store(sessionId, [])));

  async function appendAtLast(sessionId: string, bodies: readonly EventBody[]): Promise<readonly Event[]> {
    bodies.forEach(checkReadable);
    try {
      return await store(sessionId, bodies);
    } catch (error) {
      if (!isPassing(error)) throw error;
      const session = await getSession(sessionId);
      if (!session) throw error;
      const events = held.hold(sessionId, session.lastSeq, bodies);
      wakeups.wake(sessionId);
      return events;
    }
  }

  async function read(sessionId: string, afterSeq: number, limit = READ_LIMIT): Promise<Event[]> {
    // Looked at first: what is stored meanwhile is then among the rows.
    const unstored = held.of(sessionId);
    const rows = await db
      .selectFrom('events')
      .selectAll()
      .where('session_id', '=', sessionId)
      .where('seq', '>', afterSeq)
      .orderBy('seq')
      .limit(limit)
      .execute();
    const events = rows.map(({ data, seq, at }) => ({ ...parseBody(data, seq), sessionId, seq, at }));
    const lastSeq = events.at(-1)?.seq ?? afterSeq;
    return [...events, ...unstored.filter(({ seq }) => seq > lastSeq)].slice(0, limit);
  }

  return {
    append,
    appendAtLast,
    read,
    tail: createTail({ read, getSession, wakeups }),
    addUnstored: (summary) => {
      const end = held.of(summary.id).findLast((event) => event.type === 'run-end');
      return end?.type === 'run-end' ? { ...summary, runStatus: toRunStatus(end.outcome) } : summary;
    },
    dispose: held.dispose,
  };
}

/** Throws AppError `database-damaged`: whatever this version stores, it can read back ({@link checkReadable}). */
function parseBody(data: string, seq: number): EventBody {
  try {
    return EventBody.parse(parseJsonOfOutputs(data));
  } catch (cause) {
    const message = `Event ${seq} of this notebook cannot be read. A newer version of Actbook wrote it, or the database is damaged. ${RECOVER}`;
    throw new AppError('database-damaged', message, { cause });
  }
}

function toBody({ sessionId: _sessionId, seq: _seq, at: _at, ...body }: Event): EventBody {
  return body;
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
  times: readonly number[],
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
  run_status?: RunStatus;
  questions?: RawBuilder<string>;
  answer?: string;
  verification?: VerificationOutcome | null;
  files?: RawBuilder<string>;
}

/** Kept for searching, characters. */
const MAX_QUESTIONS_LENGTH = 20_000;
/** The longest text of the names of files, characters. */
const MAX_FILES_LENGTH = 4000;

function toLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function toRunStatus(outcome: Outcome): RunStatus {
  const isRefused = outcome.status === 'stopped' && outcome.reason === 'no-answer';
  return isRefused || outcome.status === 'asked' ? 'unanswered' : outcome.status;
}

/** The columns of the session list that these events change. */
function toProjection(bodies: readonly EventBody[]): Projection {
  const projection: Projection = {};
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
    if (body.type === 'session-start' || body.type === 'session-rename') projection.title = body.title;
    if (body.type === 'run-start') Object.assign(projection, { run_status: 'running', answer: '' });
    if (body.type === 'cell-insert' && body.role === 'answer')
      projection.answer = readFirstWords(body.source);
    if (body.type === 'run-end') projection.run_status = toRunStatus(body.outcome);
  }
  return projection;
}
