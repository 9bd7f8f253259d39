/** Whether a printed date and time is the moment at which the clean run printed it. */
import { readMoments } from './moment-pattern.ts';

const MINUTE_MS = 60_000;
/** All offsets from UTC are multiples of it. */
const OFFSET_STEP_MS = 15 * MINUTE_MS;
const MAX_OFFSET_MS = 14 * 60 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

export interface RunTime {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/** `text`: a date with a time of day, or a time alone, in any offset from UTC. */
export function isRunTime(text: string, { from, to }: RunTime): boolean {
  const today = from - (from % DAY_MS);
  const moments = isWrittenAsCode(text)
    ? [{ at: readCode(text), hasSeconds: true }]
    : readMoments(text, [today - DAY_MS, today, today + DAY_MS]);
  return moments.some(({ at, hasSeconds }) => {
    // A time without seconds stands for its whole minute.
    const slack = hasSeconds ? 1000 : MINUTE_MS;
    for (let offset = -MAX_OFFSET_MS; offset <= MAX_OFFSET_MS; offset += OFFSET_STEP_MS) {
      if (at + offset >= from - slack && at + offset <= to) return true;
    }
    return false;
  });
}

/** `datetime.datetime(2026, 5, 20, 10, 0)`, which leaves out seconds that are 0. */
function isWrittenAsCode(text: string): boolean {
  return text.endsWith(')');
}

function readCode(text: string): number {
  const [year = 0, month = 0, ...rest] = (text.match(/\d+/g) ?? []).map(Number);
  return Date.UTC(year, month - 1, ...rest.slice(0, 4));
}

/** Whether a number counts seconds, or a part of them, since 1970, and does so for the time of the run. */
export function isRunTimeNumber(text: string, { from, to }: RunTime): boolean {
  const value = Number(text);
  return [1000, 1, 1e-3, 1e-6].some((unitMs) => {
    const at = value * unitMs;
    return at >= from - 1000 && at <= to + 1000;
  });
}

/** Whether a text is the date of the run, in any offset from UTC. */
export function isRunDate(text: string, { from, to }: RunTime): boolean {
  const [date] = /\d{4}-\d{2}-\d{2}/.exec(text) ?? [];
  if (date === undefined) return false;
  const at = Date.parse(`${date}T00:00:00Z`);
  return at <= to + MAX_OFFSET_MS && at >= from - MAX_OFFSET_MS - DAY_MS;
}
