/** The database's tables as Kysely types, and the statements that create them. */
import { type Generated, type Kysely, sql } from 'kysely';
import type { Lease } from '../store.ts';

export interface Database {
  sessions: {
    id: string;
    title: string;
    created_at: number;
    updated_at: number;
    last_seq: number;
    run_status: string | null;
    /** Questions and requests for approval that nobody has answered yet. */
    open_questions: Generated<number>;
    /** The texts of its tasks, for searching: one a line, the latest when they are many. */
    questions: Generated<string>;
    /** The first words of the last run's answer, as plain text; empty without one. */
    answer: Generated<string>;
    /** Names of files that were added, one a line; a name can occur twice. */
    files: Generated<string>;
    /** Outcome of the last verification; null without one, or when the notebook may have changed since. */
    verification: string | null;
    /** Milliseconds since 1970; null: not pinned. */
    pinned_at: number | null;
    /** Set while it can still be brought back, milliseconds since 1970; 0 once it is on its way out for good. */
    deleted_at: number | null;
    /** The run of a schedule that left it: no list has it. */
    schedule_run_id: string | null;
  };
  events: {
    session_id: string;
    seq: number;
    at: number;
    type: string;
    /** The event body as JSON. */
    data: string;
    /** Who caused it, as JSON; null: the local user. */
    principal: string | null;
  };
  /** Which session's events refer to which stored content: who may read it, and when nobody needs it any more. */
  session_blobs: {
    session_id: string;
    blob: string;
  };
  /** Stored content that must stay although no event may refer to it yet, or that may go because none does any more. */
  blob_holds: {
    blob: string;
    /** Milliseconds since 1970. */
    held_until: number;
    /** 1: a session that referred to it was deleted. */
    is_orphan: number;
  };
  /** The fold of a session's log up to some event, as `lib/runtime/events/snapshots.ts` writes it. */
  snapshots: {
    session_id: string;
    /** Names the code that made it. */
    code: string;
    data: Uint8Array;
  };
  /** What is held, by which process, and until when that is believed. */
  leases: {
    held: string;
    kind: Lease['kind'];
    session_id: string;
    owner: string;
    /** The URL at which the process answers requests; null where it answers none. */
    address: string | null;
    /** Milliseconds since 1970, by the clock of the database. */
    lease_until: number;
  };
  logins: {
    hash: string;
    expires_at: number;
  };
  /** What runs again at a time. */
  schedules: {
    id: string;
    session_id: string;
    /** `ScheduleSettings` as JSON. */
    settings: string;
    is_paused: number;
    created_at: number;
    next_at: number | null;
    planned_at: number;
  };
  schedule_runs: {
    id: string;
    schedule_id: string;
    status: string;
    /** When its result is to be sent next; null: not at all, or not any more. */
    deliver_at: number | null;
    /** `ScheduleRun` as JSON. */
    data: string;
  };
  shares: {
    id: string;
    session_id: string;
    hash: string;
    created_at: number;
  };
}

/** Creates what is missing. Safe to call on every start and from several processes. */
export async function createSchema(db: Kysely<Database>): Promise<void> {
  for (const statement of TABLES) await sql.raw(statement).execute(db);
  const hasQuestions = await hasColumn(db, 'sessions', 'questions');
  for (const column of ADDED_COLUMNS) await addColumn(db, column);
  if (!hasQuestions) await fillQuestions(db);
  await upgradeLeases(db);
}

const LEASES = `create table if not exists leases (
  held text primary key, kind text not null, session_id text not null references sessions(id) on delete cascade,
  owner text not null, address text, lease_until integer not null)`;

const TABLES = [
  `create table if not exists sessions (
    id text primary key, title text not null, created_at integer not null, updated_at integer not null,
    last_seq integer not null, run_status text)`,
  `create table if not exists events (
    session_id text not null references sessions(id) on delete cascade, seq integer not null, at integer not null,
    type text not null, data text not null, primary key (session_id, seq)) without rowid`,
  LEASES,
  `create table if not exists session_blobs (
    session_id text not null references sessions(id) on delete cascade, blob text not null,
    primary key (session_id, blob)) without rowid`,
  'create index if not exists session_blobs_by_blob on session_blobs (blob)',
  `create table if not exists blob_holds (
    blob text primary key, held_until integer not null, is_orphan integer not null) without rowid`,
  `create table if not exists shares (
    id text primary key, session_id text not null references sessions(id) on delete cascade,
    hash text not null unique, created_at integer not null)`,
  `create table if not exists snapshots (
    session_id text primary key references sessions(id) on delete cascade, code text not null,
    data blob not null) without rowid`,
  `create table if not exists schedules (
    id text primary key, session_id text not null references sessions(id) on delete cascade, settings text not null,
    is_paused integer not null, created_at integer not null, next_at integer, planned_at integer not null)`,
  `create table if not exists schedule_runs (
    id text primary key, schedule_id text not null references schedules(id) on delete cascade,
    status text not null, deliver_at integer, data text not null)`,
  'create index if not exists schedule_runs_by_schedule on schedule_runs (schedule_id)',
  'create table if not exists logins (hash text primary key, expires_at integer not null)',
];

/** A database from before there were these columns gets them. Its notebooks show the lines from the next question or file on. */
const ADDED_COLUMNS = [
  ['events', 'principal', 'text'],
  ['sessions', 'open_questions', 'integer not null default 0'],
  ['sessions', 'pinned_at', 'integer'],
  ['sessions', 'deleted_at', 'integer'],
  ['sessions', 'schedule_run_id', 'text'],
  ['sessions', 'answer', "text not null default ''"],
  ['sessions', 'verification', 'text'],
  ['sessions', 'files', "text not null default ''"],
  ['sessions', 'questions', "text not null default ''"],
] as const;

async function fillQuestions(db: Kysely<Database>): Promise<void> {
  await sql`update sessions set questions = coalesce((
    select group_concat(replace(json_extract(data, '$.task.text'), char(10), ' '), char(10)) from events
    where session_id = sessions.id and type = 'run-start'), '')`.execute(db);
}

/** A process of an earlier version keeps its leases as long as it renews them. */
async function upgradeLeases(db: Kysely<Database>): Promise<void> {
  if (await hasColumn(db, 'leases', 'held')) return;
  await db.transaction().execute(async (trx) => {
    if (await hasColumn(trx, 'leases', 'held')) return;
    await sql`alter table leases rename to old_leases`.execute(trx);
    await sql.raw(LEASES).execute(trx);
    await sql`insert into leases (held, kind, session_id, owner, lease_until)
      select kind || ' ' || session_id, kind, session_id, owner, lease_until from old_leases`.execute(trx);
    await sql`drop table old_leases`.execute(trx);
  });
}

async function hasColumn(db: Kysely<Database>, table: string, name: string): Promise<boolean> {
  const find = sql`select name from pragma_table_info(${table}) where name = ${name}`;
  return (await find.execute(db)).rows.length > 0;
}

/** Another process may do the same at this moment. */
async function addColumn(
  db: Kysely<Database>,
  [table, name, definition]: (typeof ADDED_COLUMNS)[number],
): Promise<void> {
  if (await hasColumn(db, table, name)) return;
  const addition = sql.raw(`alter table ${table} add column ${name} ${definition}`);
  await addition.execute(db).catch(async (error: unknown) => {
    if (!(await hasColumn(db, table, name))) throw error;
  });
}
