/** The schedule port on the embedded database. */
import { type Kysely, type Selectable, sql } from 'kysely';
import { type Delivery, ScheduleRun, ScheduleSettings } from '../../protocol/schedules/schedule.ts';
import type { KeptSchedule, SchedulePlan, ScheduleQueue } from '../../schedules/schedule-queue.ts';
import { isAppError } from '../../util/app-error.ts';
import type { Lease, LeaseTable } from '../store.ts';
import type { Database } from './schema.ts';

type Row = Selectable<Database['schedules']>;

/** In the order in which they began, whatever the clock showed: that of their rows. */
export function createScheduleRows(
  db: Kysely<Database>,
  { claimLease, releaseLease, findHolder }: LeaseTable,
): ScheduleQueue {
  async function findRun(runId: string, from: Kysely<Database> = db): Promise<ScheduleRun | null> {
    const query = from.selectFrom('schedule_runs').select('data').where('id', '=', runId);
    const row = await query.executeTakeFirst();
    return row ? readRun(row) : null;
  }

  return {
    addSchedule: async ({ id, sessionId, settings, isPaused, createdAt, nextAt, plannedAt }) => {
      const row = { id, session_id: sessionId, created_at: createdAt };
      const plan = toColumns({ settings, isPaused, nextAt, plannedAt });
      await db
        .insertInto('schedules')
        .values({ settings: '', is_paused: 0, next_at: null, planned_at: createdAt, ...row, ...plan })
        .execute();
    },
    listSchedules: async (sessionId) => {
      const all = db.selectFrom('schedules').selectAll('schedules').orderBy('created_at');
      const kept = all
        .innerJoin('sessions', 'sessions.id', 'schedules.session_id')
        .where('sessions.deleted_at', 'is', null);
      const query = sessionId === undefined ? kept : all.where('session_id', '=', sessionId);
      return (await query.execute()).map(toSchedule);
    },
    findSchedule: async (id) => {
      const row = await db.selectFrom('schedules').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? toSchedule(row) : null;
    },
    changeSchedule: (id, plan, was) => change(db, id, plan, was),
    removeSchedule: async (id) => {
      const deletion = db.deleteFrom('schedules').where('id', '=', id);
      return (await deletion.executeTakeFirst()).numDeletedRows > 0n;
    },
    fire: ({ id, nextAt }, plan, run) =>
      db.transaction().execute(async (trx) => {
        if (!(await change(trx, id, plan, { nextAt }))) return false;
        await trx.insertInto('schedule_runs').values(toRow(run)).execute();
        return true;
      }),
    hold: (schedule) =>
      claimLease(toLease(schedule)).then(
        () => true,
        (error: unknown) => {
          if (isAppError(error) && error.code === 'conflict') return false;
          throw error;
        },
      ),
    letGo: (schedule) => releaseLease(toLease(schedule)),
    isHeld: async (schedule) => (await findHolder(toLease(schedule))) !== null,
    addRun: async (run) => void (await db.insertInto('schedule_runs').values(toRow(run)).execute()),
    findRun: (runId) => findRun(runId),
    changeRun: (runId, changed) =>
      db.transaction().execute(async (trx) => {
        const run = await findRun(runId, trx);
        if (run) await update(trx, { ...run, ...changed });
      }),
    listRuns: async (scheduleId, limit) => {
      const query = db.selectFrom('schedule_runs').select('data').where('schedule_id', '=', scheduleId);
      const sorted = query.orderBy(sql`rowid`, 'desc').limit(limit);
      return (await sorted.execute()).map(readRun);
    },
    listRunning: async () => {
      const query = db.selectFrom('schedule_runs').select('data').where('status', '=', 'running');
      return (await query.execute()).map(readRun);
    },
    takeDelivery: (now, until, latest) =>
      db.transaction().execute(async (trx) => {
        const runs = trx.selectFrom('schedule_runs').select('data');
        const query = runs.where(({ eb, or }) =>
          or([eb('deliver_at', '<=', now), eb('deliver_at', '>', latest)]),
        );
        const row = await query.orderBy('deliver_at').limit(1).executeTakeFirst();
        const run = row && readRun(row);
        if (!run?.delivery) return null;
        const delivery: Delivery = { ...run.delivery, nextAt: until };
        const taken = { ...run, delivery };
        await update(trx, taken);
        return taken;
      }),
    dropRuns: async (scheduleId, keep) => {
      const kept = db.selectFrom('schedule_runs').select('id').where('schedule_id', '=', scheduleId);
      const last = kept.orderBy(sql`rowid`, 'desc').limit(keep);
      const deletion = db.deleteFrom('schedule_runs').where('schedule_id', '=', scheduleId);
      await deletion.where('status', '!=', 'running').where('id', 'not in', last).execute();
    },
    listLeftResults: async () => {
      const runs = db.selectFrom('schedule_runs').select('id');
      const query = db.selectFrom('sessions').select('id').where('schedule_run_id', 'is not', null);
      return (await query.where('schedule_run_id', 'not in', runs).execute()).map(({ id }) => id);
    },
  };
}

async function update(db: Kysely<Database>, run: ScheduleRun): Promise<void> {
  await db.updateTable('schedule_runs').set(toRow(run)).where('id', '=', run.id).execute();
}

async function change(
  db: Kysely<Database>,
  id: string,
  plan: SchedulePlan,
  was?: Pick<KeptSchedule, 'nextAt'>,
): Promise<boolean> {
  const update = db.updateTable('schedules').set(toColumns(plan)).where('id', '=', id);
  const query = was ? update.where('next_at', was.nextAt === null ? 'is' : '=', was.nextAt) : update;
  return (await query.executeTakeFirst()).numUpdatedRows > 0n;
}

function toColumns({ settings, isPaused, nextAt, plannedAt }: SchedulePlan) {
  return {
    ...(settings === undefined ? {} : { settings: JSON.stringify(settings) }),
    ...(isPaused === undefined ? {} : { is_paused: Number(isPaused) }),
    ...(nextAt === undefined ? {} : { next_at: nextAt }),
    ...(plannedAt === undefined ? {} : { planned_at: plannedAt }),
  };
}

function toSchedule(row: Row): KeptSchedule {
  return {
    id: row.id,
    sessionId: row.session_id,
    settings: ScheduleSettings.parse(JSON.parse(row.settings)),
    isPaused: row.is_paused !== 0,
    createdAt: row.created_at,
    nextAt: row.next_at,
    plannedAt: row.planned_at,
  };
}

function toRow(run: ScheduleRun): Database['schedule_runs'] {
  const { id, scheduleId, status, delivery } = run;
  const row = { id, schedule_id: scheduleId, status };
  return { ...row, deliver_at: delivery?.nextAt ?? null, data: JSON.stringify(run) };
}

function readRun({ data }: { data: string }): ScheduleRun {
  return ScheduleRun.parse(JSON.parse(data));
}

function toLease({ id, sessionId }: KeptSchedule): Lease {
  return { kind: 'schedule', sessionId, id };
}
