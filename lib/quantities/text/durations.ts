/** Lengths of time in more than one unit: `3 h 32 min`, `2:05 min`, `0 days 01:23:00`. */
import { createTakenSpans } from './taken-spans.ts';
import { findUnit } from './units.ts';

export interface FoundDuration {
  readonly start: number;
  readonly end: number;
  /** In seconds. */
  readonly seconds: number;
  /** Seconds of the smallest unit that is written. */
  readonly step: number;
}

const DAYS = '(\\d{1,4}) ?(?:d|days?)';
const HOURS = '(\\d{1,4}) ?(?:h|hrs?|hours?)';
const MINUTES = '(\\d{1,3}) ?(?:m|mins?|minutes?)';
const SECONDS = '(\\d{1,2}(?:\\.\\d+)?) ?(?:s|secs?|seconds?)';
const AND = '(?:,? (?:and )?| ?)';
const PARTS = new RegExp(
  `(?<![\\p{L}\\d.,:])(?:${DAYS}${AND})?(?:${HOURS}${AND})?(?:${MINUTES}${AND})?(?:${SECONDS})?(?![\\p{L}\\d])`,
  'giu',
);
/** A colon says which unit comes next only with the name of a unit, or as pandas writes it. */
const COLONS =
  /(?<![\p{L}\d.,:])(\d{1,4}):([0-5]\d)(?::([0-5]\d))? ?(h|hrs?|hours?|min|mins|minutes?)(?![\p{L}\d])/giu;
/** `2h40`. */
const COMPACT = /(?<![\p{L}\d.,:])(\d{1,3}) ?h ?([0-5]\d)(?![\d\p{L}:]|[.,]\d| ?m)/giu;
/** As pandas writes it; with a minus, the days are below zero and the rest is above. */
const TIMEDELTA = /(?<![\p{L}\d.,:])(-?\d{1,5}) days \+?(\d\d):(\d\d):(\d\d)(?:\.\d+)?/gu;

export function findDurations(text: string): FoundDuration[] {
  if (!/\d ?(?:[dhm]|\p{L}+,? )|\d:\d\d/iu.test(text)) return [];
  const found: FoundDuration[] = [];
  const taken = createTakenSpans(text.length);
  const add = (match: RegExpMatchArray, seconds: number, step: number) => {
    const start = match.index ?? 0;
    const end = start + match[0].trimEnd().length;
    if (taken.overlaps(start, end)) return;
    taken.take(start, end);
    found.push({ start, end, seconds, step });
  };
  for (const match of text.matchAll(TIMEDELTA)) add(match, addUp(match.slice(1)), 1);
  for (const match of text.matchAll(COMPACT)) add(match, addUp(['0', match[1], match[2]]), 60);
  for (const match of text.matchAll(COLONS)) {
    const [, first, second, third, unit = ''] = match;
    const isHours = third !== undefined || findUnit(unit)?.factor === 3600;
    const seconds = isHours ? addUp(['0', first, second, third]) : addUp(['0', '0', first, second]);
    add(match, seconds, isHours && third === undefined ? 60 : 1);
  }
  for (const match of text.matchAll(PARTS)) {
    const parts = match.slice(1);
    // A single unit is read with its number.
    if (parts.filter((part) => part !== undefined).length < 2) continue;
    add(match, addUp(parts), parts[3] !== undefined ? 1 : parts[2] !== undefined ? 60 : 3600);
  }
  return found;
}

function addUp(parts: readonly (string | undefined)[]): number {
  return [86_400, 3600, 60, 1].reduce((sum, factor, at) => sum + Number(parts[at] ?? 0) * factor, 0);
}
