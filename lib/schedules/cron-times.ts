/** When a schedule runs: times of a wall clock. When the clock changes, some of them come twice, and some never. */
import { Cron } from 'croner';
import { AppError } from '../util/app-error.ts';

export interface CronTime {
  cron: string;
  /** IANA name. */
  timeZone: string;
}

const DAY_MS = 24 * 60 * 60_000;
/** The library reads dates, too. */
const FIELDS = /^\s*(?:@\w+|\S+(?:\s+\S+){4})\s*$/;
const NEVER = 'This time never comes. Check the day and the month.';

/** Throws AppError `bad-request` for a time or a zone that cannot be read, and for a time that never comes. */
export function checkCron(time: CronTime, after: number): void {
  requireZone(time.timeZone);
  if (!FIELDS.test(time.cron)) throw new AppError('bad-request', describeBad(time.cron));
  if (nextTime(time, after) === null) throw new AppError('bad-request', NEVER);
}

/**
 * The first time after this one, milliseconds since 1970; null if there is none. What falls into an hour that the clock skips runs
 * when it has skipped it, once; what falls into an hour that comes twice runs the first time. Where every hour counts (`*` as the
 * hour), each real hour does. Throws AppError `bad-request`.
 */
export function nextTime(time: CronTime, after: number): number | null {
  return openTimes(time)(after);
}

/** The same for many calls. */
export function openTimes({ cron, timeZone }: CronTime): (after: number) => number | null {
  const times = open(cron, timeZone);
  const find = (after: number) => times.nextRun(new Date(after))?.getTime() ?? null;
  const [, hour = '*'] = cron.trim().split(/\s+/);
  if (EVERY_HOUR.test(hour)) return find;
  const read = toWall(timeZone);
  const wall = open(cron, 'UTC');
  // Where several minutes or hours are listed, the library repeats an hour that comes twice, and leaves out one that is skipped.
  return (after) => {
    let next = find(after);
    while (next !== null && isRepeated(read, next)) next = find(next);
    return findSkipped(read, wall, after, next) ?? next;
  };
}

const EVERY_HOUR = /^(?:[*?]|\*\/1|0-23)$/;

/** The next times, soonest first. */
export function listTimes(time: CronTime, after: number, count: number): number[] {
  const next = openTimes(time);
  const times: number[] = [];
  for (let at = next(after); at !== null && times.length < count; at = next(at)) times.push(at);
  return times;
}

function open(cron: string, timeZone: string): Cron {
  try {
    return new Cron(cron, { timezone: timeZone, paused: true, mode: '5-part' });
  } catch (error) {
    throw new AppError('bad-request', describeBad(cron), { cause: error });
  }
}

function describeBad(cron: string): string {
  return `“${cron}” is not a time as cron has it: minute, hour, day, month, weekday, such as “0 9 * * 1-5”.`;
}

function requireZone(timeZone: string): void {
  try {
    toWall(timeZone);
  } catch (error) {
    const message = `“${timeZone}” is not a time zone. Write its name, such as Europe/Berlin.`;
    throw new AppError('bad-request', message, { cause: error });
  }
}

/** Whether the clock has shown this time before, as it was put back in between. */
function isRepeated(read: (at: number) => number, at: number): boolean {
  const offset = read(at - DAY_MS) - (at - DAY_MS);
  const earlier = read(at) - offset;
  return earlier < at && read(earlier) === read(at);
}

/** When the clock skips over a time of this schedule, if that is after `after` and before `next`. `wall`: its times as if in UTC. */
function findSkipped(
  read: (at: number) => number,
  wall: Cron,
  after: number,
  next: number | null,
): number | null {
  const wanted = wall.nextRun(new Date(read(after)))?.getTime();
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
