/** Schedules and their runs as lines of text. */
import type { ResultChanges, Schedule, ScheduleRun } from '../../lib/protocol/schedules/schedule.ts';
import { pluralize } from '../../lib/util/pluralize.ts';

/** `sched-…  Sales  0 9 * * 1-5 Europe/Berlin  next 2026-06-01 09:00  last done`. */
export function describeSchedule(schedule: Schedule): string {
  const { id, name, cron, timeZone, upcoming, isPaused, lastRun } = schedule;
  const [next] = upcoming;
  const parts = [
    ...[id, name, `${cron} ${timeZone}`],
    isPaused ? 'paused' : next === undefined ? 'never' : `next ${toMinute(next, timeZone)}`,
    lastRun ? `last ${lastRun.status}` : 'not run yet',
  ];
  return parts.join('  ');
}

/** A line on the run, and below it what changed. */
export function describeScheduleRun(run: ScheduleRun, timeZone: string): string {
  const { dueAt, status, message, missed, resultId, verification, numbers, answer, changes, delivery } = run;
  const lines = [
    `${toMinute(dueAt, timeZone)}  ${status}  ${message}`,
    missed > 0 ? `${pluralize(missed, 'time')} before passed without a run.` : '',
    answer === null ? '' : `Answer: ${answer}`,
    numbers ?? '',
    changes ? describeChanges(changes) : '',
    verification === null ? '' : `Verification: ${verification}`,
    delivery ? `Webhook: ${delivery.status}${delivery.problem ? `. ${delivery.problem}` : ''}` : '',
    resultId === null ? '' : `Notebook: ${resultId}`,
  ];
  return lines.filter(Boolean).join('\n  ');
}

function describeChanges({ since, cells, compared, notCompared, answer }: ResultChanges): string {
  const before = since === null ? 'the notebook' : 'the last run';
  const changed =
    cells.length === 0 ? 'none differs' : `${cells.length} ${cells.length === 1 ? 'differs' : 'differ'}`;
  const rest = notCompared > 0 ? `, ${notCompared} not compared` : '';
  const lines = [
    `Compared with ${before}: of ${pluralize(compared, 'cell')}, ${changed}${rest}.`,
    ...cells.flatMap(({ cell, changes, changeCount }) => [
      ...changes.map(({ text, by }) => `  Cell ${cell}: ${text}${by === undefined ? '' : `, ${by}`}`),
      ...(changeCount > changes.length ? [`  Cell ${cell}: and ${changeCount - changes.length} more`] : []),
    ]),
    ...(answer && answer.added.length > 0 ? [`New in the answer: ${answer.added.join(', ')}`] : []),
    ...(answer && answer.gone.length > 0 ? [`No longer in the answer: ${answer.gone.join(', ')}`] : []),
  ];
  return lines.join('\n  ');
}

/** `2026-11-30 09:00`, by the clock of the zone. */
function toMinute(at: number, timeZone: string): string {
  return new Date(at).toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
}
