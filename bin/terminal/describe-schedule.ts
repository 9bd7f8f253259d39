/** Schedules and their runs as lines of text. */
import { describeChange, describeMissed, listChanges } from '../../lib/protocol/schedules/describe-result.ts';
import type { Schedule, ScheduleRun } from '../../lib/protocol/schedules/schedule.ts';
import { formatMinute } from '../../lib/util/format-minute.ts';

/** `sched-…  Sales  0 9 * * 1-5 Europe/Berlin  next 2026-06-01 09:00  last done  “Which month fell?”  year=2026`. */
export function describeSchedule(schedule: Schedule): string {
  const { id, name, cron, timeZone, upcoming, isPaused, lastRun, question, parameters } = schedule;
  const [next] = upcoming;
  const parts = [
    ...[id, name, `${cron} ${timeZone}`],
    isPaused ? 'paused' : next === undefined ? 'never' : `next ${formatMinute(next, timeZone)}`,
    lastRun ? `last ${lastRun.status}` : 'not run yet',
    ...(question === null ? [] : [`“${question}”`]),
    ...Object.entries(parameters).map(([key, value]) => `${key}=${JSON.stringify(value)}`),
  ];
  return parts.join('  ').replaceAll('\n', ' ');
}

/** A line on the run, and below it what changed. */
export function describeScheduleRun(run: ScheduleRun, timeZone: string): string {
  const { dueAt, status, message, missed, resultId, verification, numbers, answer, changes, delivery } = run;
  const lines = [
    `${formatMinute(dueAt, timeZone)}  ${status}  ${message}`,
    describeMissed(missed),
    answer === null ? '' : `Answer: ${answer}`,
    numbers ?? '',
    ...(changes ? [describeChange(changes), ...listChanges(changes).map((line) => `  ${line}`)] : []),
    verification === null ? '' : `Verification: ${verification}`,
    delivery ? `Webhook: ${delivery.status}${delivery.problem ? `. ${delivery.problem}` : ''}` : '',
    resultId === null ? '' : `Notebook: ${resultId}`,
  ];
  return lines.filter(Boolean).join('\n  ');
}
