/** What runs again at a time. */
import { z } from 'zod';
import { NewSchedule, SavedSchedule, Schedule, SchedulePatch, ScheduleRun } from '../schedules/schedule.ts';
import type { Endpoints } from './api-endpoint.ts';

export const SCHEDULE_ENDPOINTS = {
  listSchedules: {
    summary: 'Lists the [schedules](schedules.md) of a notebook, oldest first.',
    note: 'Of a webhook, only the origin of its address is returned.',
    status: 200,
    reply: z.object({ schedules: z.array(Schedule) }),
  },
  addSchedule: {
    summary: 'Adds a schedule.',
    note: '`note` says where the webhook leads, if that is not the public internet.',
    body: NewSchedule,
    status: 201,
    reply: SavedSchedule,
  },
  changeSchedule: {
    summary: 'Changes, pauses, or resumes a schedule.',
    note: 'What is not named stays. Times that passed during a pause are not made up for.',
    body: SchedulePatch,
    status: 200,
    reply: SavedSchedule,
  },
  removeSchedule: {
    summary: 'Removes a schedule, with its runs and the notebooks that they left.',
    status: 204,
  },
  runSchedule: {
    summary: 'Runs a schedule now, also a paused one.',
    note: 'The reply comes once the run has begun. 409 while one is running.',
    status: 202,
    reply: ScheduleRun,
    errors: ['conflict'],
  },
  listScheduleRuns: {
    summary: 'Lists the last 50 runs of a schedule, the last first.',
    note: '`resultId` is the notebook that a run left, which the list of notebooks does not have.',
    status: 200,
    reply: z.object({ runs: z.array(ScheduleRun) }),
  },
} as const satisfies Endpoints;
