import { type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import { RunStatus, type SessionSummary } from '../../protocol/sessions/session-summary.ts';
import { VerificationOutcome } from '../../protocol/verification/verification.ts';
import { AppError } from '../../util/app-error.ts';
import type { SessionList } from '../store.ts';
import type { Database } from './schema.ts';
import { findQuestion, matchesSearch } from './search-sessions.ts';

type Row = Selectable<Database['sessions']>;

/** Stands for the time of its deletion: longer ago than any. */
const TAKEN = 0;

export function createSessionRows(db: Kysely<Database>): SessionList {
  const selectKept = () => db.selectFrom('sessions').selectAll().where('deleted_at', 'is', null);

  const selectListed = () => selectKept().where('schedule_run_id', 'is', null);

  // Sessions of the same millisecond keep the order in which they were made.
  const selectSorted = () =>
    selectListed().orderBy(sql`pinned_at is null`).orderBy('updated_at', 'desc').orderBy(sql`rowid`, 'desc');

  /** Case and accents do not count, which SQLite cannot tell. */
  async function find(search: string): Promise<Row[]> {
    return (await selectSorted().execute()).filter((row) => matchesSearch(row, search));
  }

  async function mark(id: string, change: Updateable<Database['sessions']>): Promise<boolean> {
    const query = db.updateTable('sessions').set(change).where('id', '=', id);
    return (await query.executeTakeFirst()).numUpdatedRows > 0n;
  }

  return {
    getSession: async (id) => {
      const row = await selectKept().where('id', '=', id).executeTakeFirst();
      return row ? toSummary(row) : null;
    },
    listSessions: async (search = '') => (await find(search)).map((row) => toSummary(row, search)),
    listFirstSessions: async (search, limit) => {
      if (search.trim() !== '') {
        const found = await find(search);
        const sessions = found.slice(0, limit).map((row) => toSummary(row, search));
        return { sessions, total: found.length };
      }
      const { total } = await db
        .selectFrom('sessions')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where('deleted_at', 'is', null)
        .where('schedule_run_id', 'is', null)
        .executeTakeFirstOrThrow();
      const rows = await selectSorted().limit(limit).execute();
      return { sessions: rows.map((row) => toSummary(row)), total };
    },
    listRunningSessions: async () => {
      const rows = await selectKept().where('run_status', '=', 'running').execute();
      return rows.map((row) => toSummary(row));
    },
    pinSession: async (id, isPinned) => {
      if (!(await mark(id, { pinned_at: isPinned ? Date.now() : null })))
        throw new AppError('not-found', 'This session does not exist.');
    },
    discardSession: async (id) => void (await mark(id, { deleted_at: Date.now() })),
    takeDiscarded: async (before, sessionId) => {
      const all = db.updateTable('sessions').set({ deleted_at: TAKEN }).where('deleted_at', '<', before);
      const query = sessionId === undefined ? all : all.where('id', '=', sessionId);
      return (await query.returning('id').execute()).map(({ id }) => id);
    },
    restoreSession: async (id) => {
      const query = db.updateTable('sessions').set({ deleted_at: null }).where('id', '=', id);
      const isThere = query.where(({ eb, or }) =>
        or([eb('deleted_at', 'is', null), eb('deleted_at', '>', TAKEN)]),
      );
      return (await isThere.executeTakeFirst()).numUpdatedRows > 0n;
    },
    listDiscarded: async () => {
      const rows = await db
        .selectFrom('sessions')
        .select(['id', 'title', 'deleted_at'])
        .where('deleted_at', 'is not', null)
        .orderBy('deleted_at', 'desc')
        .execute();
      return rows.map(({ id, title, deleted_at }) => ({ id, title, deletedAt: deleted_at ?? 0 }));
    },
  };
}

function toSummary(row: Row, search = ''): SessionSummary {
  const question = findQuestion(row, search);
  return {
    id: row.id,
    title: row.title,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastSeq: row.last_seq,
    runStatus: findOption(RunStatus.options, row.run_status),
    isWaiting: row.open_questions > 0,
    isPinned: row.pinned_at !== null,
    answer: row.answer,
    verification: findOption(VerificationOutcome.options, row.verification),
    files: [...new Set(row.files.split('\n').filter((name) => name !== ''))],
    ...(question === null ? {} : { question }),
  };
}

function findOption<T extends string>(options: readonly T[], value: string | null): T | null {
  return options.find((option) => option === value) ?? null;
}
