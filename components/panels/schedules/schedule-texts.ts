import { describeMissed } from '../../../lib/protocol/schedules/describe-result.ts';
import type { Schedule, ScheduleRun } from '../../../lib/protocol/schedules/schedule.ts';

/** Words of the dialog of schedules. */
export const SCHEDULE_TEXTS = {
  title: 'Schedules',
  explanation:
    'At its time, a schedule runs a copy of this notebook in a new kernel, with the files that were added to it, and keeps the result. Schedules run while Actbook does.',
  none: 'This notebook has no schedule.',
  loading: 'Loading the schedules…',
  list: 'Schedules of this notebook',
  add: 'Add schedule',
  run: 'Run now',
  runOf: (name: string) => `Run now: ${name}`,
  pause: 'Pause',
  pauseOf: (name: string) => `Pause ${name}`,
  resume: 'Resume',
  resumeOf: (name: string) => `Resume ${name}`,
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: 'Its results are removed, too. This cannot be undone.',
  paused: 'Paused',
  never: 'It does not run again.',
  next: (times: string) => `Next: ${times}`,
  notRun: 'It has not run yet.',
  asks: (question: string) => `Asks: ${question}`,
  withParameters: (parameters: readonly string[]) => `With ${parameters.join(', ')}`,
  open: 'Open the result',
  openOf: (when: string) => `Open the result of ${when}`,
  history: 'All results',
  historyOf: (name: string) => `All results of ${name}`,
  back: 'Back to the schedules',
  results: (name: string) => `Results of ${name}`,
  status: { done: 'Done', failed: 'Failed', skipped: 'Skipped' },
  webhook: {
    waiting: 'Not sent to the webhook yet.',
    again: 'Delivery to the webhook will be retried.',
    delivered: 'Delivered to the webhook.',
    failed: 'Delivery to the webhook failed.',
  },
  verification: {
    reproduced: 'Verified: the same from a clean start.',
    varies: 'Verified: varies from run to run.',
    'not-reproduced': 'Not verified: a clean start gives something else.',
    'no-code': '',
  },

  name: 'Name',
  nameHint: 'If empty, the title of the notebook.',
  nameStays: 'If empty, the name stays.',
  when: 'When',
  cron: 'Time',
  cronHint: 'Minute, hour, day, month, and weekday, as in cron.',
  zone: 'Time zone',
  question: 'Question',
  questionHint: 'Asked once the cells have run. If empty, only the cells run.',
  parameters: 'Parameters',
  parametersHint:
    'One per line: name = value. They are set after the cell that is tagged “parameters” or begins with # parameters.',
  approval: 'Approvals',
  approvals: {
    fail: 'Code that needs approval fails the run',
    wait: 'Code that needs approval waits for up to a day',
  },
  webhookLabel: 'Webhook',
  webhookHint: 'Optional. Each result is sent to this address, signed.',
  webhookSaved: (origin: string) => `An address at ${origin} is saved. Leave this empty to keep it.`,
  webhookRemove: 'Remove the webhook',
  webhookRemoved: 'The webhook is removed when you save.',
  webhookNote: (note: string) => `Webhook: ${note}`,
  badParameters: 'Write each parameter on its own line, as name = value.',
} as const;

/** Frequent times: what to call them, and how cron writes them. */
export const FREQUENT_TIMES = [
  ['Every day at 9:00', '0 9 * * *'],
  ['From Monday to Friday at 9:00', '0 9 * * 1-5'],
  ['Every Monday at 9:00', '0 9 * * 1'],
  ['On the first of the month at 9:00', '0 9 1 * *'],
  ['Every hour', '0 * * * *'],
] as const;

/** `Mon, Dec 1, 09:00`, by the clock of the zone; in another year than now, with the year. */
export function formatTime(at: number, timeZone: string, now = Date.now()): string {
  const [year, thisYear] = [at, now].map((each) =>
    new Date(each).toLocaleString('en-US', { year: 'numeric', timeZone }),
  );
  return new Date(at).toLocaleString('en-US', {
    ...({ weekday: 'short', month: 'short', day: 'numeric' } as const),
    ...(year === thisYear ? {} : ({ year: 'numeric' } as const)),
    ...({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const),
  });
}

/** `year = 2026`, one for each parameter. */
export function listParameters({ parameters }: Schedule): string[] {
  return Object.entries(parameters).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
}

/** `Every day at 9:00, Europe/Berlin`. */
export function describeTime({ cron, timeZone }: Schedule): string {
  const [frequent = cron] = FREQUENT_TIMES.find(([, each]) => each === cron) ?? [];
  return `${frequent}, ${timeZone}`;
}

/** Facts about a run besides its message: a sentence each. */
export function listFacts({ missed, verification, numbers, delivery }: ScheduleRun): string[] {
  const isAgain = delivery?.status === 'waiting' && delivery.attempts > 0;
  const state = delivery ? SCHEDULE_TEXTS.webhook[isAgain ? 'again' : delivery.status] : '';
  return [
    describeMissed(missed),
    numbers ?? '',
    verification ? SCHEDULE_TEXTS.verification[verification] : '',
    [delivery?.problem, state].filter(Boolean).join(' '),
  ].filter(Boolean);
}
