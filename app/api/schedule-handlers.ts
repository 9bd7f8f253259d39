import type { Container } from '../../lib/app/container.ts';
import type { SCHEDULE_ENDPOINTS } from '../../lib/protocol/api/schedule-endpoints.ts';
import { AppError } from '../../lib/util/app-error.ts';
import type { Handlers } from './handler.ts';

export const SCHEDULE_HANDLERS: Handlers<typeof SCHEDULE_ENDPOINTS> = {
  listSchedules: async ({ params, container }) => {
    await container.runtime.sessions.read(params.sessionId);
    return { schedules: await container.schedules.list(params.sessionId) };
  },
  addSchedule: async ({ params, body, container }) => container.schedules.add(params.sessionId, body),
  changeSchedule: async ({ params, body, container }) =>
    container.schedules.change(await requireSchedule(container, params), body),
  removeSchedule: async ({ params, container }) =>
    container.schedules.remove(await requireSchedule(container, params)),
  runSchedule: async ({ params, container }) =>
    container.schedules.begin(await requireSchedule(container, params)),
  listScheduleRuns: async ({ params, container }) => ({
    runs: await container.schedules.listRuns(await requireSchedule(container, params)),
  }),
};

/** A schedule of another notebook is not at this address. */
async function requireSchedule(
  { schedules }: Container,
  { sessionId, scheduleId }: { sessionId: string; scheduleId: string },
): Promise<string> {
  const own = await schedules.list(sessionId);
  if (own.some(({ id }) => id === scheduleId)) return scheduleId;
  throw new AppError('not-found', 'This schedule does not exist.');
}
