import type { ResultChanges, Schedule, ScheduleRun } from '../../../lib/protocol/schedules/schedule.ts';
import { pluralize } from '../../../lib/util/pluralize.ts';

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
  open: 'Open the result',
  openOf: (when: string) => `Open the result of ${when}`,
  history: 'All results',
  historyOf: (name: string) => `All results of ${name}`,
  back: 'Back to the schedules',
  results: (name: string) => `Results of ${name}`,
  status: { running: 'Running', done: 'Done', failed: 'Failed', skipped: 'Skipped' },
  missed: (count: number) => `${pluralize(count, 'time')} before passed without a run.`,
  webhook: {
    waiting: 'The webhook will be tried.',
    again: 'The webhook will be tried again.',
    delivered: 'The webhook has it.',
    failed: 'The webhook was given up.',
  },
  verification: {
    reproduced: 'Verified: the same from a clean start.',
    varies: 'Verified: varies from run to run.',
    'not-reproduced': 'Not verified: a clean start gives something else.',
    'no-code': '',
  },
  newInAnswer: (numbers: readonly string[]) => `New in the answer: ${numbers.join(', ')}`,
  goneFromAnswer: (numbers: readonly string[]) => `No longer in the answer: ${numbers.join(', ')}`,
  more: (count: number) => `and ${count} more`,

  name: 'Name',
  nameHint: 'Empty: the title of the notebook.',
  when: 'When',
  cron: 'Time',
  cronHint: 'Minute, hour, day, month, and weekday, as in cron.',
  zone: 'Time zone',
  question: 'Question',
  questionHint: 'Asked once the cells have run. Empty: only the cells run.',
  parameters: 'Parameters',
  parametersHint:
    'One per line: name = value. They are set after the cell that is tagged “parameters” or begins with # parameters.',
  approval: 'Approvals',
  approvals: {
    fail: 'Code that needs approval fails the run',
    wait: 'Code that needs approval waits, for a day',
  },
  webhookLabel: 'Webhook',
  webhookHint: 'Each result is sent to this address, signed. It is optional.',
  webhookSaved: (origin: string) => `An address at ${origin} is saved. Empty: it stays.`,
  webhookRemove: 'Remove the webhook',
  webhookRemoved: 'The webhook is removed when you save.',
  badParameters: 'Write each parameter on its own line, as name = value.',
  save: 'Save',
  cancel: 'Cancel',
} as const;

/** Frequent times: what to call them, and how cron writes them. */
export const FREQUENT_TIMES = [
  ['Every day at 9:00', '0 9 * * *'],
  ['From Monday to Friday at 9:00', '0 9 * * 1-5'],
  ['Every Monday at 9:00', '0 9 * * 1'],
  ['On the first of the month at 9:00', '0 9 1 * *'],
  ['Every hour', '0 * * * *'],
] as const;

/** `Mon, Dec 1, 09:00`, by the clock of the zone. */
export function formatTime(at: number, timeZone: string): string {
  return new Date(at).toLocaleString('en-US', {
    ...({ weekday: 'short', month: 'short', day: 'numeric' } as const),
    ...({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const),
  });
}

/** `Every day at 9:00, Europe/Berlin`. */
export function describeTime({ cron, timeZone }: Schedule): string {
  const [frequent = cron] = FREQUENT_TIMES.find(([, each]) => each === cron) ?? [];
  return `${frequent}, ${timeZone}`;
}

/** What changed since the result before, in one sentence. */
export function describeChange({ since, cells, compared, notCompared }: ResultChanges): string {
  const before = since === null ? 'the notebook' : 'the result before';
  if (compared === 0) return 'There is nothing to compare it with yet.';
  const rest = notCompared > 0 ? ` ${pluralize(notCompared, 'cell')} could not be compared.` : '';
  if (cells.length === 0) return `The same as ${before} in ${pluralize(compared, 'cell')}.${rest}`;
  const differ = cells.length === 1 ? 'differs' : 'differ';
  return `${cells.length} of ${pluralize(compared, 'cell')} ${differ} from ${before}.${rest}`;
}

/** What differs, a line each. */
export function listChanges({ cells, answer }: ResultChanges): string[] {
  const lines = cells.flatMap(({ cell, changes, changeCount }) => [
    ...changes.map(({ text, by }) => `Cell ${cell}: ${text}${by === undefined ? '' : `, ${by}`}`),
    ...(changeCount > changes.length
      ? [`Cell ${cell}: ${SCHEDULE_TEXTS.more(changeCount - changes.length)}`]
      : []),
  ]);
  const { added = [], gone = [] } = answer ?? {};
  const ofAnswer = [
    added.length > 0 ? SCHEDULE_TEXTS.newInAnswer(added) : '',
    gone.length > 0 ? SCHEDULE_TEXTS.goneFromAnswer(gone) : '',
  ];
  return [...new Set([...lines, ...ofAnswer.filter(Boolean)])];
}

/** What is to be known of a run besides its message: a sentence each. */
export function listFacts({ missed, verification, numbers, delivery }: ScheduleRun): string[] {
  const isAgain = delivery?.status === 'waiting' && delivery.attempts > 0;
  const state = delivery ? SCHEDULE_TEXTS.webhook[isAgain ? 'again' : delivery.status] : '';
  return [
    missed > 0 ? SCHEDULE_TEXTS.missed(missed) : '',
    numbers ?? '',
    verification ? SCHEDULE_TEXTS.verification[verification] : '',
    [delivery?.problem, state].filter(Boolean).join(' '),
  ].filter(Boolean);
}
