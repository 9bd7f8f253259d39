/** When a schedule runs: times of a wall clock, some of which a zone has twice a year twice, and some not at all. */
import { Cron } from 'croner';
import { AppError } from '../util/app-error.ts';

export interface CronTime {
  cron: string;
  /** IANA name. */
  timeZone: string;
}

const DAY_MS = 24 * 60 * 60_000;
const NEVER = 'This time never comes. Check the day and the month.';

/** Throws AppError `bad-request` for a time or a zone that cannot be read, and for a time that never comes. */
export function checkCron(time: CronTime, after: number): void {
  requireZone(time.timeZone);
  if (nextTime(time, after) === null) throw new AppError('bad-request', NEVER);
}

/**
 * The first time after this one, milliseconds since 1970; null if there is none. What falls into an hour that the clock skips runs
 * when it has skipped it, once; what falls into an hour that comes twice runs the first time. Where every hour counts (`*` as the
 * hour), each real hour does. Throws AppError `bad-request`.
 */
export function nextTime({ cron, timeZone }: CronTime, after: number): number | null {
  const next = open(cron, timeZone).nextRun(new Date(after))?.getTime() ?? null;
  const [, hour = '*'] = cron.trim().split(/\s+/);
  // The library leaves out a skipped hour where several minutes or hours are listed.
  return hour.startsWith('*') ? next : (findSkipped({ cron, timeZone }, after, next) ?? next);
}

/** The next times, soonest first. */
export function listTimes(time: CronTime, after: number, count: number): number[] {
  const times: number[] = [];
  for (let at = nextTime(time, after); at !== null && times.length < count; at = nextTime(time, at))
    times.push(at);
  return times;
}

function open(cron: string, timeZone: string): Cron {
  try {
    return new Cron(cron, { timezone: timeZone, paused: true, mode: '5-part' });
  } catch (error) {
    const message = `“${cron}” is not a time as cron has it: minute, hour, day, month, weekday, such as “0 9 * * 1-5”.`;
    throw new AppError('bad-request', message, { cause: error });
  }
}

function requireZone(timeZone: string): void {
  try {
    toWall(timeZone);
  } catch (error) {
    const message = `There is no time zone “${timeZone}”. Write it as Europe/Berlin.`;
    throw new AppError('bad-request', message, { cause: error });
  }
}

/** When the clock skips over a time of this schedule, if that is after `after` and before `next`. */
function findSkipped({ cron, timeZone }: CronTime, after: number, next: number | null): number | null {
  const read = toWall(timeZone);
  const wanted = open(cron, 'UTC')
    .nextRun(new Date(read(after)))
    ?.getTime();
  if (wanted === undefined) return null;
  const offsetAt = (at: number) => read(at) - at;
  const [from, to] = [wanted - DAY_MS - offsetAt(wanted), wanted + DAY_MS - offsetAt(wanted)];
  const isThere = [from, to].some((at) => read(wanted - offsetAt(at)) === wanted);
  if (isThere) return null;
  let [before, behind] = [from, to];
  while (behind - before > 1) {
    const middle = Math.floor((before + behind) / 2);
    if (offsetAt(middle) === offsetAt(from)) before = middle;
    else behind = middle;
  }
  return behind > after && (next === null || behind < next) ? behind : null;
}

/** Reads the wall clock of a zone as if it were in UTC. */
function toWall(timeZone: string): (at: number) => number {
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' } as const;
  const format = new Intl.DateTimeFormat('en-US', {
    ...numeric,
    ...{ minute: 'numeric', second: 'numeric', hourCycle: 'h23', era: 'short', timeZone },
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const seconds = Date.UTC(
      ...([read('year'), read('month') - 1, read('day')] as const),
      ...([read('hour'), read('minute'), read('second')] as const),
    );
    return seconds + (((at % 1000) + 1000) % 1000);
  };
}
