/** A notebook, or a question about it, that runs again at a time. */
import { z } from 'zod';
import { isModestJson } from '../../util/is-modest-json.ts';
import { isPythonName } from '../../util/is-python-name.ts';
import { RunRequest } from '../runs/run.ts';
import { VerificationOutcome } from '../verification/verification.ts';

const MAX_PARAMETERS_LENGTH = 50_000;

/** Whether the number that was written is the one that was read. */
function isExact(value: unknown): boolean {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) || (value % 1 !== 0 && Number.isFinite(value));
  return typeof value !== 'object' || value === null || Object.values(value).every(isExact);
}

/** Values that a run starts with, by the names that the notebook's code has for them. */
const KeptParameters = z
  .record(z.string(), z.unknown())
  .refine(
    (values) => Object.keys(values).every(isPythonName),
    'A parameter is named like a variable of Python: letters from a to z, digits, and _',
  )
  .refine((values) => isModestJson(values, MAX_PARAMETERS_LENGTH), {
    error: 'The parameters are longer than 50,000 characters, or nested too deep',
    abort: true,
  });

/** As they are given: what is kept may be older than the rule. */
export const Parameters = KeptParameters.refine(
  isExact,
  'Whole numbers beyond 9007199254740991 cannot be kept exactly: write them as texts, in quotation marks',
);
export type Parameters = z.infer<typeof Parameters>;

/**
 * What a run does with code that waits for approval, as nobody may be there: `wait`, for a day at most, or `fail`: the code is
 * refused at once, and the run counts as failed.
 */
export const ApprovalWait = z.enum(['wait', 'fail']);

/** Requests cannot be made to such an address. */
function hasLogin(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && (url.username !== '' || url.password !== '');
}

/** What can be said of a schedule. */
export const ScheduleSettings = z.strictObject({
  /** On one line. */
  name: z
    .string()
    .overwrite((name) => name.replaceAll(/\s+/g, ' ').trim())
    .min(1, 'The name is empty')
    .max(120),
  /** Five fields as in crontab(5), or a nickname such as `@daily`. */
  cron: z.string().trim().min(1, 'The time is empty').max(200),
  /** IANA name, such as `Europe/Berlin`. */
  timeZone: z.string().max(100),
  /** Asked once the cells have run; null: only the cells run. */
  question: RunRequest.shape.task.nullable(),
  /** ID of the model that answers; null: as the notebook has it. */
  model: z.string().nullable(),
  parameters: KeptParameters,
  approval: ApprovalWait,
  /** Gets each result; null: nothing does. Of a shown schedule, only its origin, as the rest can be a secret. */
  webhook: z
    .url({ protocol: /^https?$/, error: 'The webhook is not an address such as https://example.org/hook' })
    .max(2000)
    .refine((address) => !hasLogin(address), 'The address of the webhook cannot have a user or a password')
    .nullable(),
});
export type ScheduleSettings = z.infer<typeof ScheduleSettings>;

export const NewSchedule = z.strictObject({
  ...ScheduleSettings.partial().shape,
  cron: ScheduleSettings.shape.cron,
  timeZone: ScheduleSettings.shape.timeZone,
  parameters: Parameters.optional(),
});
export type NewSchedule = z.infer<typeof NewSchedule>;

/** What is not said stays. A paused schedule has no next time; times that pass meanwhile are not made up for. */
export const SchedulePatch = z.strictObject({
  ...ScheduleSettings.partial().shape,
  parameters: Parameters.optional(),
  isPaused: z.boolean().optional(),
});
export type SchedulePatch = z.infer<typeof SchedulePatch>;

/** One place of an output that is another one than last time. */
export const ValueChange = z.object({
  place: z.string(),
  /** A sentence fragment: `mean 4.21, here 4.19`. */
  text: z.string(),
  /** Where it is one number: by how much, as `-0.02 (-0.5 %)`. */
  by: z.string().optional(),
});
export type ValueChange = z.infer<typeof ValueChange>;

export const CellDelta = z.object({
  /** Counts from 1 among all cells of the result. */
  cell: z.number().int().positive(),
  cellId: z.string(),
  /** The first ones. */
  changes: z.array(ValueChange),
  /** All of them. */
  changeCount: z.number().int().nonnegative(),
});
export type CellDelta = z.infer<typeof CellDelta>;

/** What a result has that is not as it was in the result before. */
export const ResultChanges = z.object({
  /** The run that it is compared with; null: the notebook itself, as it was. */
  since: z.string().nullable(),
  /** Cells whose outputs differ. */
  cells: z.array(CellDelta),
  /** How many cells were compared. */
  compared: z.number().int().nonnegative(),
  /** How many cells could not be: they are in one of the two only, did not run, or no rule compares them. */
  notCompared: z.number().int().nonnegative(),
  /** Numbers of the answer that the answer before did not have, and the other way around; absent without two answers. */
  answer: z.object({ added: z.array(z.string()), gone: z.array(z.string()) }).optional(),
});
export type ResultChanges = z.infer<typeof ResultChanges>;

/** `done`: all cells ran without an error, and the question was answered. `skipped`: the run before had not ended. */
export const ScheduleRunStatus = z.enum(['running', 'done', 'failed', 'skipped']);
export type ScheduleRunStatus = z.infer<typeof ScheduleRunStatus>;

export const Delivery = z.object({
  /** `waiting`: to be tried, or tried again, at `nextAt`. */
  status: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number().int().nonnegative(),
  /** Milliseconds since 1970; null once it is over. */
  nextAt: z.number().nullable(),
  /** Why the last attempt failed, a sentence. */
  problem: z.string().optional(),
});
export type Delivery = z.infer<typeof Delivery>;

export const ScheduleRun = z.object({
  id: z.string(),
  scheduleId: z.string(),
  /** When it was to run, and ran, milliseconds since 1970. */
  dueAt: z.number(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  /** `user`: somebody asked for it. */
  cause: z.enum(['time', 'user']),
  /** How many times before `dueAt` passed without a run, as when Actbook was not running. */
  missed: z.number().int().nonnegative(),
  status: ScheduleRunStatus,
  /** What happened, in a sentence. */
  message: z.string(),
  /** What the schedule said when the run began; absent in older runs. */
  asked: z.object({ question: ScheduleSettings.shape.question, parameters: KeptParameters }).optional(),
  /** The notebook that it left, which no list shows; null before it is made, and once it was removed. */
  resultId: z.string().nullable(),
  /** Whether a clean run gives the same; null where that was not looked at. */
  verification: VerificationOutcome.nullable(),
  /** The answer as it was given, cut; null without a question or an answer. */
  answer: z.string().nullable(),
  /** What was found of the numbers of the answer; null where there is nothing to say. */
  numbers: z.string().nullable(),
  /** Null where there is nothing to compare. */
  changes: ResultChanges.nullable(),
  /** Null without a webhook. */
  delivery: Delivery.nullable(),
});
export type ScheduleRun = z.infer<typeof ScheduleRun>;

/** A schedule as it is shown. */
export const Schedule = z.object({
  id: z.string(),
  sessionId: z.string(),
  ...ScheduleSettings.shape,
  webhook: z.string().nullable(),
  isPaused: z.boolean(),
  createdAt: z.number(),
  /** The next times, milliseconds since 1970, soonest first; none while it is paused. */
  upcoming: z.array(z.number()),
  lastRun: ScheduleRun.nullable(),
});
export type Schedule = z.infer<typeof Schedule>;

/** A webhook's address that is not on the public internet is said when it is set. */
export const SavedSchedule = Schedule.extend({ note: z.string().optional() });
export type SavedSchedule = z.infer<typeof SavedSchedule>;
